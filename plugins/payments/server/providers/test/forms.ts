/** The two shapes of the wire: forms that come in, JSON that goes out. */
/** `a[b][0][c]=x` as `{ a: { b: [{ c: 'x' }] } }`. */
export function parseForm(text: string): Record<string, any> {
  const root: Record<string, any> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [/^[^[]*/.exec(name)![0], ...[...name.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1]!)]
    let at: any = root
    for (const [depth, part] of path.entries()) {
      if (part === '__proto__' || depth > 8) break
      const isLast = depth === path.length - 1
      const key = part === '' ? String(Object.keys(at).length) : part
      if (isLast) at[key] = value
      else at = at[key] = typeof at[key] === 'object' ? at[key] : {}
    }
  }
  return arrays(root)
}
/** What has keys 0, 1, 2 … is a list. */
function arrays(value: any): any {
  if (value === null || typeof value !== 'object') return value
  const keys = Object.keys(value)
  const filled = Object.fromEntries(keys.map((key) => [key, arrays(value[key])]))
  return keys.length > 0 && keys.every((key, at) => key === String(at)) ? keys.map((key) => filled[key]) : filled
}

/** Without what is the server's own. */
export function publicForm(value: any): any {
  if (Array.isArray(value)) return value.map(publicForm)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.startsWith('_'))
      .map(([key, inner]) => [key, publicForm(inner)]),
  )
}

/** A list as the wire shows it. */
export const listOf = (url: string, data: unknown[], more = false) => ({ object: 'list', url, has_more: more, data })

/** What Stripe answers where it does not do what it was asked. */
export class WireError extends Error {
  readonly status: number
  readonly body: { error: Record<string, unknown> }
  constructor(status: number, error: { type: string; message: string; code?: string; param?: string; [more: string]: unknown }) {
    super(error.message)
    this.status = status
    this.body = { error }
  }
}
export const requestError = (message: string, more: { code?: string; param?: string } = {}) =>
  new WireError(400, { type: 'invalid_request_error', message, ...more })
export const missing = (what: string, id: string, param = 'id') =>
  new WireError(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}: '${id}'`, param })
export const cardError = (thing: object, decline: string) =>
  new WireError(402, {
    type: 'card_error',
    code: decline === 'authentication_required' ? 'authentication_required' : 'card_declined',
    decline_code: decline,
    message:
      decline === 'insufficient_funds'
        ? 'Your card has insufficient funds.'
        : decline === 'authentication_required'
          ? 'Your card was declined. This transaction requires authentication.'
          : 'Your card was declined.',
    payment_intent: publicForm(thing),
  })
