/** What screens carry of contracts: the parts that they name, and all of it where nobody can tell. */
import { expect } from 'chai'
import { parseAst } from 'vite'
import { withParts } from '../../sdk/vite/contract-parts.ts'

const contract = {
  id: 'notes',
  routes: { list: { plugin: 'notes', name: 'list' }, show: { plugin: 'notes', name: 'show' } },
  events: { 'note.made': { plugin: 'notes', name: 'note.made' } },
  slots: {},
  constants: { MAX: 3, KINDS: ['a', 'b'] },
}
const made = (code: string) => withParts(code, parseAst(code) as never, async (source) => (source.startsWith('./contract') ? contract : null))

describe('parts of contracts', () => {
  it('are the routes, events and constants that a file names', async () => {
    const code = await made(
      `import notes, { MAX as most } from './contract.ts'\nconst { routes } = notes\nuse(routes.list, notes.events['note.made'], { routes: 1 }, most, notes.id)`,
    )
    expect(code).to.contain('const __notes_routes_list = {"plugin":"notes","name":"list"};').and.contain('const most = 3;')
    expect(code).to.contain('use(__notes_routes_list, __notes_events_note_made, { routes: 1 }, most, "notes")')
    expect(code).not.to.match(/import|show/)
  })

  it('are those of which a file makes names of its own', async () => {
    const code = await made(`import notes from './contract.ts'\nconst { list, show: one } = notes.routes\nuse(list, one)`)
    expect(code).to.contain('const list = {"plugin":"notes","name":"list"};const one = {"plugin":"notes","name":"show"};').and.contain('use(list, one)')
    expect(code).not.to.match(/import|notes\.routes/)
  })

  it('are the id alone for what only tells whose answers are old', async () => {
    const code = await made(`import notes from './contract.ts'\ncache.invalidate(notes)\nuse({ invalidates: [notes] })`)
    expect(code).to.match(/cache\.invalidate\(\{ id: "notes" \}\)\s+use\(\{ invalidates: \[\{ id: "notes" \}\] \}\)/)
  })

  it('stay together where a file does anything else with the contract', async () => {
    for (const use of [
      'other(notes)',
      'const { routes } = notes; other(routes)',
      'notes.routes[name]',
      'const { [name]: one } = notes.routes',
      'const { list, ...others } = notes.routes',
      '(({ routes }) => routes.list)(notes)',
    ])
      expect(await made(`import notes from './contract.ts'\n${use}`)).to.equal(`import notes from "./contract.ts";\n${use}`)
    expect(await made(`import other from './elsewhere/contract.ts'\nother.routes.list`)).to.equal(null)
  })
})
