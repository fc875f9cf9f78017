/** Certificates as PDF: landscape A4 in the community’s colour, with the address and the code by which anybody may check it. */
import { createPdf, type Ctx, printable, unlessRefused } from '@atrium/sdk/server'
import { formatDateIn } from '@atrium/sdk'
import { type Color, type PDFDocument, type PDFFont, type PDFPage, rgb } from 'pdf-lib'
import { encode } from 'uqr'
import type { CertificateRow } from '../reads.ts'
import type { Looks } from '../entities.ts'
import { certificatePath } from './present.ts'
import type { Seat } from './seat.ts'

const WIDTH = 841.89
const HEIGHT = 595.28
const MARGIN = 36
const INK = rgb(0.11, 0.12, 0.14)
const FAINT = rgb(0.4, 0.42, 0.46)
const QR_SIZE = 76

function centred(page: PDFPage, text: string, font: PDFFont, size: number, y: number, color: Color, most = WIDTH - 4 * MARGIN): void {
  const words = printable(text, font)
  const wide = font.widthOfTextAtSize(words, size)
  const fitting = wide > most ? Math.max(9, (size * most) / wide) : size
  page.drawText(words, { font, size: fitting, x: (WIDTH - font.widthOfTextAtSize(words, fitting)) / 2, y, color })
}
const colourOf = (hex: string | undefined): Color => {
  const parts = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex ?? '')
  return parts ? rgb(...(parts.slice(1).map((part) => Number.parseInt(part, 16) / 255) as [number, number, number])) : rgb(0.36, 0.36, 0.84)
}
function drawCode(page: PDFPage, text: string, x: number, y: number): void {
  const { data, size } = encode(text, { border: 0 })
  const side = QR_SIZE / size
  for (const [row, line] of data.entries())
    for (const [column, dark] of line.entries())
      if (dark) page.drawRectangle({ x: x + column * side, y: y + QR_SIZE - (row + 1) * side, width: side + 0.05, height: side + 0.05, color: INK })
}
/** The community’s logo, where it is a picture that a PDF can hold; null otherwise. */
async function logoOf(ctx: Ctx, pdf: PDFDocument) {
  const address = ctx.platform.branding.logo_url ?? ctx.platform.branding.icon_url
  if (!address) return null
  const file = await unlessRefused(ctx.files.addressed(address), null)
  if (!file || !/^image\/(png|jpeg)$/.test(file.contentType)) return null
  try {
    const chunks = []
    for await (const chunk of await ctx.files.read(file.id)) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    return await (file.contentType === 'image/png' ? pdf.embedPng(bytes) : pdf.embedJpg(bytes))
  } catch (error) {
    ctx.log.warn({ error: String(error) }, 'a certificate goes without its logo')
    return null
  }
}

interface Said {
  code: string
  name: string
  course: string
  looks: Looks
  at: Date
}
async function draw(ctx: Ctx, { code, name, course, looks, at }: Said): Promise<Uint8Array> {
  const { pdf, regular, bold } = await createPdf()
  const t = (key: string, values?: Record<string, string>) => ctx.t(`certificate.${key}`, values)
  const page = pdf.addPage([WIDTH, HEIGHT])
  const brand = colourOf(ctx.platform.branding.theme.brand_color?.light)
  const title = looks.title || t('title')
  pdf.setTitle(`${title}: ${course}`)
  pdf.setAuthor(ctx.community.name)
  pdf.setSubject(code)
  pdf.setCreationDate(at)
  pdf.setModificationDate(at)
  page.drawRectangle({ x: MARGIN, y: MARGIN, width: WIDTH - 2 * MARGIN, height: HEIGHT - 2 * MARGIN, borderColor: brand, borderWidth: 2 })
  page.drawRectangle({ x: MARGIN, y: HEIGHT - MARGIN - 10, width: WIDTH - 2 * MARGIN, height: 10, color: brand })
  const logo = await logoOf(ctx, pdf)
  if (logo) {
    const { width, height } = logo.scaleToFit(180, 44)
    page.drawImage(logo, { x: (WIDTH - width) / 2, y: 480, width, height })
  } else centred(page, ctx.community.name, bold, 18, 490, INK)
  centred(page, title, regular, 15, 436, FAINT)
  centred(page, name, bold, 40, 372, INK)
  centred(page, looks.text || t('text'), regular, 14, 330, FAINT)
  centred(page, course, bold, 24, 290, brand)
  centred(page, formatDateIn(ctx.locale, at, 'date'), regular, 13, 254, FAINT)
  if (looks.signer) {
    page.drawLine({ start: { x: WIDTH / 2 - 110, y: 168 }, end: { x: WIDTH / 2 + 110, y: 168 }, color: FAINT, thickness: 0.6 })
    centred(page, looks.signer, bold, 12, 150, INK, 300)
    if (looks.signer_title) centred(page, looks.signer_title, regular, 10, 135, FAINT, 300)
  }
  const address = `${ctx.community.url}${certificatePath(code)}`
  drawCode(page, address, WIDTH - MARGIN - 24 - QR_SIZE, MARGIN + 24)
  page.drawText(printable(t('verify'), regular), { font: regular, size: 9, x: MARGIN + 24, y: MARGIN + 52, color: FAINT })
  page.drawText(printable(address, regular), { font: regular, size: 9, x: MARGIN + 24, y: MARGIN + 39, color: INK })
  page.drawText(`${printable(t('code'), regular)} ${code}`, { font: regular, size: 9, x: MARGIN + 24, y: MARGIN + 26, color: FAINT })
  return pdf.save()
}
const answer = (name: string, body: Uint8Array) => ({
  headers: { 'Content-Type': 'application/pdf', 'Content-Disposition': `inline; filename="${name}.pdf"`, 'Cache-Control': 'private, max-age=300' },
  body: Buffer.from(body),
})

/** A certificate that was given, as it was given: it needs neither the course nor its holder any more. */
export const certificatePdf = async (ctx: Ctx, row: CertificateRow) =>
  answer(row.code, await draw(ctx, { code: row.code, name: row.member_name, course: row.course_name, looks: row.looks, at: row.issued_at }))

/** How one looks, for who sets it up. */
export const samplePdf = async (ctx: Ctx, { card, course }: Seat) =>
  answer('sample', await draw(ctx, { code: '0000-0000-0000-0000', name: ctx.me().name, course: card.name, looks: course.certificate, at: ctx.now() }))
