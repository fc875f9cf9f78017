/** The words of a document, and whether it holds anything but words. */
interface Node {
  type?: string
  text?: string
  content?: Node[]
}

/** Words, and a sign for each picture and file; empty for an empty document. */
export function docToText({ type, text, content = [] }: Node): string {
  const own = text ?? (type === 'image' || type === 'file' || type === 'mention' ? '*' : '')
  return (own + content.map(docToText).join(' ')).trim()
}
