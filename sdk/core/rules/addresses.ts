/** E-mail addresses and web addresses. */

const EMAIL = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
/** Is it one address in the standard form? Case does not matter. */
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text)

/** The mailbox behind an address, the same for all that reach it: `A.B+c@googlemail.com` and `ab@gmail.com` are one. */
export function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.trim().toLowerCase().split('@')
  const bare = name.split('+')[0]!
  return /^(gmail|googlemail)\.com$/.test(host) ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${host}`
}

const LENIENT = /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d{1,5})?(?:\/[^\s?#]*)?(?:\?[^\s#]*)?(?:#\S*)?$/i
const STRICT = /^https?:\/\/([a-z0-9.-]+)(?::\d{1,5})?(?:[/?#]\S*)?$/i
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/

/**
 * Is it a web address? `lenient`: the scheme may be left out, the host has a dot and ends in letters.
 * `strict`: http or https, a valid host name or IPv4 address, no user name or password, no spaces.
 */
export function isWebAddress(text: string, form: 'lenient' | 'strict' = 'lenient'): boolean {
  if (text.length > 2048) return false
  if (form === 'lenient') return LENIENT.test(text)
  const host = STRICT.exec(text)?.[1]
  return host !== undefined && host.length <= 253 && (HOST.test(host) || IPV4.test(host))
}
