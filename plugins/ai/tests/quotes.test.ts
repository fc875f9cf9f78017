/** Quotes: what of a text stands in an answer that no model writes. */
import { expect } from 'chai'
import { bodyOf } from '../server/service/places/body.ts'
import { extracted, quoteOf } from '../server/service/answering/extract.ts'
import { passagesOf } from '../server/service/knowledge/passages.ts'

const RULES = `Clay is patient. So are we.

What we ask of you

1. Say cone, clay and atmosphere.
2. Criticise when asked. Without it, be kind.
3. No selling outside its room.

Marit, and everybody who sweeps up.`

describe('a quote', () => {
  it('is the sentence that holds the question, whole, with what stands about it', () => {
    const long = Array.from({ length: 12 }, (_, i) => `This is sentence ${i} of a long text about bowls and the people who make them.`)
    const text = [...long, 'The kiln in Cork takes nine shelves.', ...long].join(' ')
    const quote = quoteOf('How many shelves does the kiln in Cork take?', text)
    expect(quote).to.contain('The kiln in Cork takes nine shelves.')
    expect(quote.length).to.be.at.most(600)
    expect(quote).to.match(/^The kiln.*\.$/)
  })
  it('keeps a list as it stands, with what announces it', () => {
    expect(quoteOf('Is selling fine?', RULES)).to.equal(RULES)
    const bring = `Long words first. ${'They go on and on about the weather by the fjord. '.repeat(14)}\n\nBring these to the plaster day:\n\n- an apron\n- two buckets\n\n${'It rains a lot. '.repeat(40)}`
    const quote = quoteOf('What do I bring to the plaster day?', bring)
    expect(quote).to.contain('Bring these to the plaster day:\n\n- an apron\n- two buckets')
    expect(quote.length).to.be.at.most(1_000)
  })
  it('ends neither where something is announced nor within a word', () => {
    const list = Array.from({ length: 40 }, (_, i) => `- thing number ${i}, which is needed for the firing`).join('\n')
    expect(quoteOf('What is cobalt?', `Cobalt is a blue. You need these things:\n\n${list}`)).to.equal('Cobalt is a blue.')
    const cut = quoteOf('Which things do I need?', `You need these things:\n\n${list}`)
    expect(cut.length).to.be.at.most(1_010)
    expect(cut).to.match(/for the firing\n…$/)
  })
  it('takes no other line along where lines stand for themselves', () => {
    expect(quoteOf('Can I book shelf space?', 'Courses\nLearn to throw.\nMembers lend shelf space. Book it like a table.\nNights by the kiln')).to.equal(
      'Members lend shelf space. Book it like a table.',
    )
  })
  it('is Markdown in which nothing of its text leads anywhere', () => {
    const [text, ...lines] = extracted('Is selling fine?', [
      { title: 'Rules', text: `${RULES}\n\n- [x] See [here](https://evil.example) <b>`, at: null },
    ]).split('\n')
    expect(text).to.match(/^> /)
    expect(lines.every((line) => line.startsWith('>'))).to.equal(true)
    expect(lines).to.include('> 3. No selling outside its room.')
    expect(lines.at(-1)).to.equal('> - See here(https://evil.example) b [1]')
  })
})

describe('passages', () => {
  it('end before what announces a list rather than after it, and begin with a sentence', () => {
    const before = 'This sentence tells of a bowl that was fired in a small kiln. '.repeat(13).trim()
    const passages = passagesOf(`${before}\n\nBring these:\n\n- an apron that you do not need any more\n- two buckets\n\n${before}`)
    expect(passages.some((passage) => passage.includes('Bring these:\n\n- an apron'))).to.equal(true)
    for (const passage of passages) expect(passage).to.match(/^(This sentence|Bring these|- )/)
  })
})

describe('an answer as a comment', () => {
  const ctx = { community: { url: 'https://clay.example' }, t: () => 'Source' } as unknown as Parameters<typeof bodyOf>[0]
  const source = {
    number: 1,
    kind: 'post',
    recordId: 1,
    title: 'Rules',
    path: '/c/a/rules',
    place: null,
    icon: 'x',
    excerpt: '',
    author: null,
    created_at: null,
  }
  it('leads from its numbers to what they stand for', () => {
    const doc = JSON.stringify(bodyOf(ctx, '> **Be kind.** [1]\n\nAnd `[1]` stays. [2]', [source, { ...source, number: 2, title: 'Hours', path: null }]))
    const link = { type: 'link', attrs: { href: 'https://clay.example/c/a/rules' } }
    expect(doc).to.contain(JSON.stringify({ type: 'text', text: '[1]', marks: [link] }))
    expect(doc).to.contain(JSON.stringify({ type: 'text', text: '[1]', marks: [{ type: 'code' }] }))
    expect(doc).to.contain(JSON.stringify({ type: 'text', text: '[2]' }))
  })
})
