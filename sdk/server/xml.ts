/** The one reader of XML that others send: bounded before and while it is read, so that nothing in it takes the process's time or stack. */
import { DomHandler, Parser } from 'htmlparser2'
import { AtriumError } from '../core/errors.ts'

/** Bytes of a document, elements in it, and elements within each other. */
const MOST_BYTES = 4 * 2 ** 20
const MOST_ELEMENTS = 100_000
const MOST_LEVELS = 100

/** An element, a text (with `data`), or what is neither. */
export interface XmlNode {
  type: string
  /** As it is written, with its prefix. */
  name?: string
  data?: string
  attribs?: Record<string, string>
  children?: XmlNode[]
  parent?: XmlNode | null
}
/** @returns its nodes @throws AtriumError 422 `invalid_xml`, with `status` 400 where a call's own body is no good */
export function parseXml(xml: string, { status = 422 }: { status?: 400 | 422 } = {}): { children: XmlNode[] } {
  const refused = (message: string) => new AtriumError(status, 'invalid_xml', message)
  if (xml.length > MOST_BYTES || Buffer.byteLength(xml) > MOST_BYTES) throw refused('This XML is larger than 4 MB.')
  // no text of the database holds one
  if (xml.includes('\0')) throw refused('This isn’t valid XML.')
  let elements = 0
  class Bounded extends DomHandler {
    override onopentag(name: string, attributes: Record<string, string>) {
      super.onopentag(name, attributes)
      // of what nobody closes each later end tag would look through all; the document itself is the first level
      if (this.tagStack.length > MOST_LEVELS + 1) throw refused('This XML has too many levels.')
      if (++elements > MOST_ELEMENTS) throw refused('This XML has too many elements.')
    }
  }
  const dom = new Bounded()
  // its XML mode knows no entities of a document's own, so none can grow or read files
  new Parser(dom, { xmlMode: true, decodeEntities: true }).end(xml)
  return dom.root as unknown as { children: XmlNode[] }
}
