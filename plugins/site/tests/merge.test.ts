/** Two editors of one page: what each has made of it is put together by its blocks, and what both have changed is told. */
import { expect } from 'chai'
import type { Block, PageData } from '../contract.ts'
import { countsOf } from '../server/service/diff.ts'
import { mergeFor, mergePages } from '../contract/merge.ts'

const text = (id: string, words = id): Block => ({ type: 'Heading', props: { id, text: words } })
const box = (id: string, ...content: Block[]): Block => ({ type: 'Section', props: { id, content } })
const page = (...content: Block[]): PageData => ({ root: { props: {} }, content })
const shape = (blocks: readonly Block[]): string =>
  blocks
    .map(({ props: { id, text: words, content } }) => `${id}${words && words !== id ? `=${words}` : ''}${content ? `(${shape(content as Block[])})` : ''}`)
    .join(' ')
const merged = (base: PageData, mine: PageData, theirs: PageData): string => {
  const { data, conflicts } = mergePages(base, mine, theirs)
  return data ? shape(data.content) : `! ${conflicts!.join(' ')}`
}

describe('two editors', () => {
  const base = page(text('a'), text('b'), box('s', text('x'), text('y')), text('c'))
  const cases: [what: string, mine: PageData, theirs: PageData, made: string][] = [
    ['nothing on either side', base, base, 'a b s(x y) c'],
    [
      'two blocks',
      page(text('a', '1'), text('b'), box('s', text('x'), text('y')), text('c')),
      page(text('a'), text('b', '2'), box('s', text('x'), text('y')), text('c')),
      'a=1 b=2 s(x y) c',
    ],
    [
      'one block in one way',
      page(text('a', '1'), text('b'), box('s', text('x'), text('y')), text('c')),
      page(text('a', '1'), text('b'), box('s', text('x'), text('y')), text('c')),
      'a=1 b s(x y) c',
    ],
    [
      'one block in two ways',
      page(text('a', '1'), text('b'), box('s', text('x'), text('y')), text('c')),
      page(text('a', '2'), text('b'), box('s', text('x'), text('y')), text('c')),
      '! a',
    ],
    [
      'within a slot and beside it',
      page(text('a'), text('b'), box('s', text('x', '1'), text('y')), text('c')),
      page(text('a'), text('b'), box('s', text('x'), text('y'), text('z')), text('c', '3')),
      'a b s(x=1 y z) c=3',
    ],
    [
      'added at one place by both',
      page(text('a'), text('m'), text('b'), box('s', text('x'), text('y')), text('c')),
      page(text('a'), text('t'), text('b'), box('s', text('x'), text('y')), text('c')),
      'a m t b s(x y) c',
    ],
    [
      'removed here, another changed there',
      page(text('b'), box('s', text('x'), text('y')), text('c')),
      page(text('a'), text('b', '2'), box('s', text('x'), text('y')), text('c')),
      'b=2 s(x y) c',
    ],
    [
      'removed here and changed there',
      page(text('b'), box('s', text('x'), text('y')), text('c')),
      page(text('a', '1'), text('b'), box('s', text('x'), text('y')), text('c')),
      '! a',
    ],
    ['removed by both', page(text('b'), box('s', text('x'), text('y')), text('c')), page(text('b'), box('s', text('x'), text('y')), text('c')), 'b s(x y) c'],
    [
      'a section removed, and a block put into it',
      page(text('a'), text('b'), text('c')),
      page(text('a'), text('b'), box('s', text('x'), text('y'), text('z')), text('c')),
      '! s',
    ],
    [
      'a section removed, and a block moved out of it',
      page(text('a'), text('b'), text('c')),
      page(text('a'), text('b'), box('s', text('x')), text('y'), text('c')),
      '! y',
    ],
    [
      'moved here, changed there',
      page(text('c'), text('a'), text('b'), box('s', text('x'), text('y'))),
      page(text('a', '1'), text('b'), box('s', text('x'), text('y')), text('c')),
      'c a=1 b s(x y)',
    ],
    [
      'moved into a section here, changed there',
      page(text('b'), box('s', text('x'), text('a'), text('y')), text('c')),
      page(text('a', '1'), text('b'), box('s', text('x'), text('y')), text('c')),
      'b s(x a=1 y) c',
    ],
    [
      'moved by both',
      page(text('b'), text('a'), box('s', text('x'), text('y')), text('c')),
      page(text('a'), text('b'), text('c'), box('s', text('x'), text('y'))),
      'b a s(x y) c',
    ],
  ]
  for (const [what, mine, theirs, made] of cases)
    it(`${what}: ${made}`, () => {
      expect(merged(base, mine, theirs)).to.equal(made)
      expect(shape(mergePages(base, mine, theirs).data?.content ?? [])).to.satisfy((said: string) => said === '' || new Set(said.split(/[ ()]+/)).size > 0)
    })
  it('what was put into each other is no page', () => {
    const before = page(box('s', text('x')), box('t', text('y')))
    expect(merged(before, page(box('t', text('y'), box('s', text('x')))), page(box('s', text('x'), box('t', text('y')))))).to.match(/^! /)
  })
  it('keys in another order are no change', () => {
    const turned = page({ type: 'Heading', props: { text: 'a', id: 'a' } }, text('b'), box('s', text('x'), text('y')), text('c'))
    expect(merged(base, turned, page(text('a', '2'), text('b'), box('s', text('x'), text('y')), text('c')))).to.equal('a=2 b s(x y) c')
  })

  describe('and undoing after work of another came in', () => {
    /** A step back (or forth) once it has what came in. @param step as it was @param was before it came in @param is since */
    const step = (before: PageData, was: PageData, is: PageData) => shape(mergeFor('theirs', was, before, is).content)
    it('a block that the other has added stays', () => {
      const was = page(text('a', 'mine'), text('b'))
      expect(step(page(text('a'), text('b')), was, page(text('a', 'mine'), text('b'), text('t')))).to.equal('a b t')
    })
    it('what was taken out here comes back, and what the other has taken out does not', () => {
      const was = page(text('b'), text('c'))
      expect(step(page(text('a'), text('b'), text('c')), was, page(text('b', 'theirs')))).to.equal('a b=theirs')
    })
    it('of one section each takes back its own', () => {
      const was = page(box('s', text('x', 'mine'), text('y')))
      const is = page(box('s', text('x', 'mine'), text('y', 'theirs'), text('t')))
      expect(step(page(box('s', text('x'), text('y'))), was, is)).to.equal('s(x y=theirs t)')
    })
    it('a section that was added here stays while the other has something in it', () => {
      const was = page(text('a'), box('s', text('x')))
      expect(step(page(text('a')), was, page(text('a'), box('s', text('x'), text('t'))))).to.equal('a s(t)')
    })
    it('of one block each field is whose who changed it, and what both changed is the other’s', () => {
      const both = (one: string, other: string): PageData => page({ type: 'Heading', props: { id: 'a', text: one, more: other } })
      const { content } = mergeFor('theirs', both('mine', 'b'), both('before', 'b'), both('mine', 'theirs'))
      expect(content[0]!.props).to.include({ text: 'before', more: 'theirs' })
      expect(mergeFor('theirs', both('mine', 'b'), both('before', 'b'), both('theirs', 'b')).content[0]!.props).to.include({ text: 'theirs' })
    })
    it('a step forth keeps what came in as well', () => {
      expect(step(page(text('a'), text('n')), page(text('a')), page(text('a', 'theirs'), text('t')))).to.equal('a=theirs n t')
    })
    it('what is written while a save is on its way stays beside what it brings', () => {
      const sent = page(box('s', text('x', '1'), text('y')))
      const made = mergeFor('mine', sent, page(box('s', text('x', '12'), text('y'))), page(box('s', text('x', '1'), text('y', 'theirs'))))
      expect(shape(made.content)).to.equal('s(x=12 y=theirs)')
    })
  })
  it('counts blocks in blocks', () => {
    expect(countsOf(base, page(text('a', '1'), text('n'), box('s', text('x')), text('c')))).to.deep.equal({ added: 1, changed: 1, removed: 2 })
    expect(countsOf(null, base)).to.deep.equal({ added: 6, changed: 0, removed: 0 })
  })
})
