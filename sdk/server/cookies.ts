/** What stands in a header Cookie. */

/** By name; of two of one name the first. */
export function cookiesOf(header = ''): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null)
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0) cookies[part.slice(0, at).trim()] ??= part.slice(at + 1).trim()
  }
  return cookies
}

/** Cookies `flag_…` and `experiment_…` with the value true. */
export function togglesOf(cookie = '') {
  const toggles: Record<'flags' | 'experiments', Record<string, boolean>> = { flags: {}, experiments: {} }
  for (const [, kind, name] of cookie.matchAll(/(?:^|;\s*)(flag|experiment)_([\w-]{1,60})=true(?=;|$)/g))
    toggles[`${kind as 'flag' | 'experiment'}s`][name!] = true
  return toggles
}
