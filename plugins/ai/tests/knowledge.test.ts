/** What agents know: files, pages of other sites, vectors, what is left out, and how far all is read. */
import { expect } from 'chai'
import { createServer } from 'node:http'
import { PDFDocument } from 'pdf-lib'
import yazl from 'yazl'
import ai from '../contract.ts'
import { rounded } from '../server/service/knowledge/vectors.ts'
import { type Studio, studio } from './kit.ts'

const { routes } = ai

/** A PDF with these lines. */
async function pdfOf(text: string): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage([400, 400]).drawText(text, { x: 20, y: 300, size: 12 })
  return document.save()
}
/** A DOCX with this paragraph, and as many zeros beside it. */
async function docxOf(text: string, zeros = 0): Promise<Uint8Array> {
  const zip = new yazl.ZipFile()
  const add = (name: string, content: string | Buffer) => zip.addBuffer(Buffer.from(content), name)
  add(
    '[Content_Types].xml',
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  )
  add(
    '_rels/.rels',
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  )
  add(
    'word/document.xml',
    `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
  )
  if (zeros) add('word/zeros.bin', Buffer.alloc(zeros))
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

describe('what agents know', () => {
  let s: Studio
  before(async () => {
    s = await studio()
  })
  beforeEach(() => s.app.resetLimits())
  after(() => s?.close())
  const add = async (filename: string, bytes: Uint8Array) => {
    const { signedId } = await s.app.upload(s.admin, filename, bytes)
    const { records } = await s.app.as(s.admin).call(routes.createFromFiles, { body: { files: [signedId] } })
    await s.app.settle()
    return s.app.as(s.admin).call(routes.snippet, { params: { id: records[0]!.id } })
  }

  it('is read out of PDF, DOCX and text, and what cannot be read says why', async () => {
    const pdf = await add('Firing log.pdf', await pdfOf('Cone nine was reached after eleven hours.'))
    expect(pdf).to.include({ status: 'ready', problem: null, passages_count: 1, pages_count: 1 })
    expect(await add('Recipes.docx', await docxOf('Tenmoku needs twelve parts of ironstone.'))).to.include({ status: 'ready', passages_count: 1 })
    expect(await add('Notes.txt', Buffer.from('Barium is never used for cups.'))).to.include({ status: 'ready' })
    expect(await add('Broken.pdf', Buffer.from('%PDF-1.7 nothing follows'))).to.include({ status: 'failed', problem: 'This file couldn’t be read.' })
    expect(await add('Bomb.docx', await docxOf('Small', 70 * 2 ** 20))).to.include({ status: 'failed', problem: 'This file couldn’t be read.' })
    await s.read()
    for (const [question, answer] of [
      ['When was cone nine reached?', 'eleven hours'],
      ['What does tenmoku need?', 'ironstone'],
      ['Is barium used for cups?', 'never used'],
    ])
      expect((await s.ask(s.tom, question!)).message.text).to.contain(answer)
  })

  it('changes with its snippets, and goes with them', async () => {
    const { id } = await s.app.as(s.admin).call(routes.createSnippet, { body: { snippet: { title: 'Opening hours', body: 'The studio opens at seven.' } } })
    await s.read()
    expect((await s.ask(s.tom, 'When does the studio open?')).message.text).to.contain('seven')
    await s.app.as(s.admin).call(routes.updateSnippet, { params: { id }, body: { snippet: { body: 'The studio opens at noon.' } } })
    expect((await s.ask(s.tom, 'When does the studio open?')).message.text).to.contain('noon')
    await s.app.as(s.admin).call(routes.destroySnippet, { params: { id } })
    expect((await s.ask(s.tom, 'When does the studio open?')).message.outcome).to.equal('unanswered')
  })

  it('leaves out kinds and spaces that an admin leaves out, and what is deleted', async () => {
    const post = await s.write(s.tom, s.open.id, 'Salt', 'Salt is thrown into the kiln at twelve hundred degrees.')
    const question = 'When is salt thrown into the kiln?'
    await s.read()
    expect((await s.ask(s.nell, question)).message.outcome).to.equal('answered')
    const set = (excluded_space_ids: number[]) => s.app.as(s.admin).call(routes.updateSetting, { body: { setting: { excluded_space_ids } } })
    await set([s.open.id])
    await s.read()
    expect((await s.ask(s.nell, question)).message.outcome).to.equal('unanswered')
    await set([])
    await s.read()
    expect((await s.ask(s.nell, question)).message.outcome).to.equal('answered')
    await s.app.as(s.tom).send('DELETE', `/internal_api/spaces/${s.open.id}/posts/${post.slug}`)
    await s.app.settle()
    expect((await s.ask(s.nell, question)).message.outcome, 'before it is tidied, too').to.equal('unanswered')
  })

  it('comes from no address inside the network', async () => {
    const inner = createServer((_, reply) => reply.end('secret'))
    await new Promise<void>((done) => inner.listen(0, '127.0.0.1', done))
    const { port } = inner.address() as { port: number }
    const reply = await s.app.as(s.admin).send('POST', '/internal_api/community_bot/sources/addresses', { address: `http://127.0.0.1:${port}/` })
    expect(reply.status).to.equal(422)
    inner.close()
  })
})

describe('vectors', () => {
  it('are kept as whole numbers of the same direction', () => {
    const vector = [0.5, -0.25, 0.1, 0]
    const numbers = rounded(vector)
    expect([...numbers]).to.deep.equal([127, -63, 25, 0])
    expect([...rounded([0, 0])]).to.deep.equal([0, 0])
  })
  it('find what shares no word with the question, for those who may read it', async () => {
    const s = await studio({ withModel: true, options: { embeddingModel: 'scripted-embedding' } })
    try {
      const near = [1, 0.1, 0, 0]
      s.model.onEmbedding(/spyhole|pale/i, { embedding: near })
      s.model.onEmbedding(/.*/, { embedding: [0, 0, 1, 0.2] })
      s.model.onMessage(/.*/, { content: 'Plug the spyhole. [1]' })
      // one at a time, as the scripted server measures all texts of a call alike
      for (const write of [
        () => s.write(s.tom, s.open.id, 'Lunch', 'We eat at one.'),
        () => s.write(s.nell, s.closed.id, 'Damper', 'Plug the spyhole at top temperature.'),
      ]) {
        await write()
        await s.read()
        await s.app.runSchedule('measure')
      }
      const question = 'Why are my bowls pale?'
      expect((await s.ask(s.nell, question)).message.sources.map(({ title }) => title)).to.deep.equal(['Damper'])
      expect((await s.ask(s.tom, question)).message.sources).to.deep.equal([])
    } finally {
      await s.close()
    }
  })
})
