/** Words that the first page says come with it, those of other screens with these, those of settings last. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { Words } from '../../sdk/server/words.ts'

const SOURCES: Record<string, string> = {
  'web/slots/Latest.tsx': `import type { Row } from '../components/Row.tsx'\nimport {\n  mark,\n} from '../components/mark.ts'\nt('latest', { count: 1 }); lazy(() => import('../components/Late.tsx'))`,
  'web/components/mark.ts': `export const mark = 'latest.mark'`,
  'plugin.ts': `export default { screens: { '/bowls': { module: 'screens/Bowls', title: 'bowls.title' } } }`,
  'web/screens/Bowls.tsx': `import { Row } from '../components/Row.tsx'\nt('bowls', { count: 2 }); t(\`kind.\${kind}\`); lazy(() => import('../components/Late.tsx'))`,
  'web/components/Row.tsx': `<p title={t("row.mark")} />`,
  'web/components/Late.tsx': `t('late.text')`,
  'web/screens/Settings.tsx': `t('settings.text')`,
  'locales/en-US.json': JSON.stringify({
    'bowls.title': 'Bowls',
    latest_one: 'one new bowl',
    'latest.mark': 'New',
    bowls_one: 'a bowl',
    bowls_other: '{count} bowls',
    'kind.tea': 'Tea bowl',
    'row.mark': 'Mark',
    'late.text': 'Late',
    'settings.text': 'All about bowls',
    'letter.subject': 'A bowl for you',
  }),
}
const manifest = {
  id: 'bowls',
  screens: { '/bowls': { module: 'screens/Bowls' } },
  slots: { 'home.aside': { module: 'slots/Latest' } },
  admin: { '/settings/bowls': { module: 'screens/Settings' } },
} as never

describe('words of the first page, of members and of admins', () => {
  let dir: string
  before(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'atrium-said-'))
    for (const [name, text] of Object.entries(SOURCES)) {
      await mkdir(path.dirname(path.join(dir, name)), { recursive: true })
      await writeFile(path.join(dir, name), text)
    }
  })
  after(() => rm(dir, { recursive: true }))
  const files = (words: Words) => {
    const { first, members, admins } = words.addresses('en-US')
    return [first, members, admins].map((address) => Object.keys(JSON.parse(words.body(address)!).bowls ?? {}))
  }

  it('are three files: what the first page has at once, what screens reach by any import, in full, with a count or by its beginning, and the rest', async () => {
    const words = await Words.load([{ id: 'bowls', dir, manifest }], ['en-US'])
    expect(files(words)).to.deep.equal([
      ['bowls.title', 'latest_one', 'latest.mark'],
      ['bowls_one', 'bowls_other', 'kind.tea', 'row.mark', 'late.text'],
      ['settings.text', 'letter.subject'],
    ])
    expect(words.say('en-US', 'bowls', 'letter.subject'), 'the server knows all').to.equal('A bowl for you')
  })

  it('of a plugin without sources are all with the page', async () => {
    await rm(path.join(dir, 'web'), { recursive: true })
    const [first, ...others] = files(await Words.load([{ id: 'bowls', dir, manifest }], ['en-US']))
    expect([first!.length, ...others]).to.deep.equal([10, [], []])
  })
})
