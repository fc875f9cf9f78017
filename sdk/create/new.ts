/** `npm run new my-plugin [folder]`: a small whole plugin to start from, with green tests, and its entry in plugins.config.ts. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { HOME, linkAtrium, outsideFiles } from './outside.ts'

const TEMPLATE = path.join(import.meta.dirname, 'template')
/** Names that the database or the words of the interface use for themselves. */
const TAKEN = new Set(['kernel', 'public', 'shell', 'sdk', 'atrium', 'graphile-worker', 'information-schema'])

/** Ends the program: one sentence that says why. */
class Refusal extends Error {}

/**
 * The text of a template's file for a plugin of that id: `sample.note` is its table, `sampleNote` a name in code,
 * `Sample` its title. In one pass, as an id may hold "sample" itself.
 */
function fill(text: string, id: string, title: string): string {
  const words: Record<string, string> = {
    sample: id,
    Sample: title,
    'sample.note': `${id.replaceAll('-', '_')}.note`,
    sampleNote: `${id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Note`,
  }
  return text.replace(/sample\.note\b|sampleNote|sample|Sample/g, (word) => words[word]!)
}

function checkId(id: string | undefined): string {
  if (!id) throw new Refusal('Say what to call it: npm run new my-plugin.')
  if (id.length < 2 || id.length > 31 || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id) || id.startsWith('pg-'))
    throw new Refusal(`"${id}" is no id: take 2 to 31 lower-case letters, digits and single dashes, beginning with a letter.`)
  if (TAKEN.has(id) || existsSync(path.join(HOME, 'plugins', id))) throw new Refusal(`"${id}" is taken; choose another id.`)
  return id
}

/** The list of plugins with one entry more, as text, so that comments and order stay. */
function withEntry(file: string, entry: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const end = text.lastIndexOf('\n])')
  if (end < 0) throw new Refusal(`${file} has no list made with definePlugins([…]) to add the plugin to.`)
  return `${text.slice(0, end)}\n  '${entry.replace(/['\\]/g, '\\$&')}',${text.slice(end)}`
}

function create(id: string, given: string | undefined): void {
  const title = id[0]!.toUpperCase() + id.slice(1).replaceAll('-', ' ')
  const folder = given ? path.resolve(process.env.INIT_CWD ?? '.', given) : path.join(HOME, 'plugins', id)
  if (existsSync(folder)) throw new Refusal(`${folder} exists already; choose another id or folder.`)
  const outbound = path.relative(HOME, folder).startsWith('..') || path.isAbsolute(path.relative(HOME, folder))
  const config = path.resolve(process.env.ATRIUM_PLUGINS || path.join(HOME, 'plugins.config.ts'))
  const listed = withEntry(config, path.relative(path.dirname(config), folder).replaceAll(path.sep, '/'))

  const files = new Map(
    readdirSync(TEMPLATE, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => path.join(file.parentPath, file.name))
      .map((file) => [fill(path.relative(TEMPLATE, file), id, title), fill(readFileSync(file, 'utf8'), id, title)]),
  )
  if (outbound) {
    for (const [name, text] of Object.entries(outsideFiles(id, folder))) files.set(name, text)
    files.set('README.md', files.get('README.md')!.replace(`npm test -- plugins/${id}`, 'npm test'))
  }
  for (const [name, text] of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  if (outbound) linkAtrium(folder)
  writeFileSync(config, listed)

  const shown = path.relative(process.env.INIT_CWD ?? process.cwd(), folder)
  console.log(`Made ${shown}, ${files.size} files:
  plugin.ts     what it adds: the screen /${id}, a slot on the home page, a link in the sidebar
  contract.ts   its calls and permissions
  server/       one table with its migration, the policy, the handlers
  web/          the screen and the slot
  locales/      en-US and pt-BR, and what the server refuses in Portuguese
  tests/        records.ts, which fills the table for every suite; the suite that every plugin passes, and a first test of its own
It is listed in ${path.basename(config)}.

Next:  ${outbound ? `cd ${shown} && npm test` : `npm test -- ${shown}`}
Then:  npm start, and open /${id}`)
}

try {
  create(checkId(process.argv[2]), process.argv[3])
} catch (error) {
  console.error(error instanceof Refusal ? error.message : `The plugin could not be made: ${(error as Error).message}`)
  process.exitCode = 1
}
