/** PDFs hold the letters of people's names, read back by another reader than what has drawn them. */
import { expect } from 'chai'
import { createPdf, printable } from '@atrium/sdk/server'
import { pdfText } from '@atrium/sdk/testing'

async function drawn(lines: string[]): Promise<{ text: string; size: number }> {
  const { pdf, regular, bold } = await createPdf()
  const page = pdf.addPage([595, 842])
  for (const [i, line] of lines.entries()) {
    page.drawText(printable(line, regular), { x: 40, y: 800 - i * 40, size: 12, font: regular })
    page.drawText(printable(line, bold), { x: 40, y: 780 - i * 40, size: 12, font: bold })
  }
  const bytes = await pdf.save()
  return { size: bytes.length, text: await pdfText(bytes) }
}

describe('letters of a PDF', function all() {
  it('are those of Polish, Vietnamese, Turkish, Greek, Cyrillic, Hebrew and Arabic names, in both fonts', async () => {
    const names = ['Łucja Żółć-Wąsik', 'Nguyễn Thị Hồng', 'Çağrı İnönü', 'Ελευθερία Παπαδοπούλου', 'Екатерина Щукина', 'Їжак Ґалаґан', 'שלום', 'علي']
    const { text, size } = await drawn(names)
    for (const name of names) expect(text.split(name), name).to.have.length(3)
    expect(text).to.not.contain('?')
    // the fonts are 1.4 MB: only what is drawn goes along
    expect(size).to.be.below(60_000)
  })
  it('are joined as type setters do it, and read as they were typed', async () => {
    expect((await drawn(['Officer of the first floor', 'R$\u00a01.234,56 – €\u202f14'])).text.replace(/\s/g, ' '))
      .to.contain('Officer of the first floor')
      .and.contain('R$ 1.234,56')
  })
  it('that no font has become a question mark, and nothing throws', async () => {
    const { text } = await drawn(['张伟 Zhang', 'e\u0301clair\t\r\n\u0000end', '\ud800 alone', ''])
    expect(text).to.contain('?? Zhang').and.contain('éclair').and.contain('alone')
  })
})
