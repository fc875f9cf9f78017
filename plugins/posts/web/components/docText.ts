/** The words of a document, whether it holds anything but words, and whether two documents are the same. */
interface Node {
  type?: string
  text?: string
  attrs?: Record<string, unknown>
  content?: Node[]
}

/** Words, and a sign for each picture and file; empty for an empty document. */
export function docToText({ type, text, content = [] }: Node): string {
  const own = text ?? (type === 'image' || type === 'file' || type === 'mention' ? '*' : '')
  return (own + content.map(docToText).join(' ')).trim()
}

/** Addresses of one file are signed anew each time, the editor writes down what is not set, and the database has an order of its own. */
const isStanding = ([name, value]: [string, unknown]) => value !== null && value !== undefined && name !== 'src' && name !== 'signed_id'
function standing(this: unknown, _key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).filter(isStanding)
  return entries.length ? Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))) : undefined
}
export const isSameDoc = (one: Node, other: Node): boolean => JSON.stringify(one, standing) === JSON.stringify(other, standing)
