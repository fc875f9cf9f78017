/** PDFs with the letters of many languages: the fonts that every reader of PDF brings along know those of Western Europe alone. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PDFDocument, PDFFont } from 'pdf-lib'

/** DejaVu Sans, which may be embedded freely: Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic and signs of all kinds. */
const fileOf = (face: string) => readFile(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${face}.ttf`)))
let faces: Promise<{ regular: Buffer; bold: Buffer }> | undefined

/** An empty document with its two fonts; of each the file holds only the letters that are drawn. What is drawn goes through `printable` first. */
export async function createPdf(): Promise<{ pdf: PDFDocument; regular: PDFFont; bold: PDFFont }> {
  // loaded when the first one is drawn
  const [{ PDFDocument: Document }, { default: fontkit }] = await Promise.all([import('pdf-lib'), import('@pdf-lib/fontkit')])
  const { regular, bold } = await (faces ??= Promise.all([fileOf('DejaVuSans'), fileOf('DejaVuSans-Bold')]).then(([regular, bold]) => ({ regular, bold })))
  const pdf = await Document.create()
  pdf.registerFontkit(fontkit)
  const embed = (face: Buffer) => pdf.embedFont(face, { subset: true })
  return { pdf, regular: await embed(regular), bold: await embed(bold) }
}

const known = new WeakMap<PDFFont, Set<number>>()
/** The text on one line, in letters that the font has: one that it lacks loses its marks, and what it does not know at all becomes a question mark. */
export function printable(text: string, font: PDFFont): string {
  const letters = known.get(font) ?? new Set(font.getCharacterSet())
  known.set(font, letters)
  const has = (letter: string) => letters.has(letter.codePointAt(0)!)
  return [...text.normalize('NFC').replace(/\s+/g, ' ')]
    .map((letter) => (has(letter) ? letter : [...letter.normalize('NFKD')].filter(has).join('') || '?'))
    .join('')
}
