/** Writes sdk/api.md, the report of all that a plugin may import: `node sdk/create/api.ts`. A test fails when the report is out of date. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'vite'

const SDK = path.resolve(import.meta.dirname, '..')
export const REPORT = path.join(SDK, 'api.md')
/** A value that is longer than this many characters is not written out. */
const LONG = 400

/** A node of the syntax tree; `start` and `end` are offsets into the text. */
type Node = { type: string; start: number; end: number } & Record<string, any>
interface Source {
  file: string
  text: string
  body: Node[]
  comments: { type: string; value: string; start: number; end: number }[]
}
interface Entry {
  name: string
  /** Where it is declared, so that what two entries export is shown once. */
  at: string
  doc: string
  signature: string
}

const sources = new Map<string, Source>()
function read(file: string): Source {
  let source = sources.get(file)
  if (!source) {
    const text = readFileSync(file, 'utf8')
    const { program, comments, errors } = parseSync(file, text)
    if (errors.length) throw new Error(`${file}: ${errors[0]!.message}`)
    sources.set(file, (source = { file, text, body: program.body as unknown as Node[], comments: comments as never }))
  }
  return source
}

/** A piece of the text without its comments, in the lines that the formatter gave it. */
function tidy({ text, comments }: Source, start: number, end: number): string {
  let kept = ''
  let at = start
  for (const comment of comments) {
    if (comment.start < at || comment.end > end) continue
    kept += text.slice(at, comment.start)
    at = comment.end
  }
  return `${kept}${text.slice(at, end)}`.replace(/[ \t]+$/gm, '').replace(/\n{2,}/g, '\n')
}
/** The same on one line. */
const flat = (source: Source, start: number, end: number): string =>
  tidy(source, start, end)
    .replace(/\s+/g, ' ')
    .replace(/([([]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1')
    .replace(/, }/g, ' }')

/** The first sentence of the comment that stands right above. */
function docOf({ text, comments }: Source, start: number): string {
  const above = comments.findLast(
    ({ end, type, value }) => end <= start && type === 'Block' && value.startsWith('*') && /^[ \t]*\n?[ \t]*$/.test(text.slice(end, start)),
  )
  const words = (above?.value ?? '')
    .replace(/^\s*\*+ ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
  return words.startsWith('@') ? '' : (/^.*?[.!?](?= [A-Z`-]|$)/.exec(words)?.[0] ?? words.replace(/ - .*/, ''))
}

const isFunction = (node: Node | null) => node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'
/** Up to the body of a function, which says how and not what. */
const head = (source: Source, start: number, node: Node) => flat(source, start, node.body ? node.body.start : node.end).trimEnd()

function classSignature(source: Source, node: Node): string {
  const members = (node.body.body as Node[])
    .filter(({ accessibility, key }) => accessibility !== 'private' && key?.type !== 'PrivateIdentifier')
    .map((member) => (member.value?.body ? head(source, member.start, member.value) : flat(source, member.start, member.typeAnnotation?.end ?? member.end)))
  return [`${flat(source, node.start, node.body.start).trimEnd()} {`, ...members.map((member) => `  ${member}`), '}'].join('\n')
}

function variable(source: Source, kind: string, { id, init }: Node): string {
  const name = flat(source, id.start, id.end)
  if (id.typeAnnotation || !init) return `${kind} ${name}`
  if (isFunction(init)) return `${kind} ${name} = ${head(source, init.start, init)} …`
  const value = flat(source, init.start, init.end)
  return `${kind} ${name} = ${value.length > LONG ? `${value.slice(0, LONG)}…` : value}`
}

/** What a declaration declares. `outer` begins at `export`, where its comment ends. */
function declared(source: Source, node: Node, outer: Node): Entry[] {
  const entry = (name: string, signature: string): Entry => ({ name, doc: docOf(source, outer.start), signature, at: `${source.file}#${name}` })
  switch (node.type) {
    case 'VariableDeclaration':
      return (node.declarations as Node[]).map((one) => entry(one.id.name, variable(source, node.kind, one)))
    case 'FunctionDeclaration':
      return [entry(node.id.name, head(source, node.start, node))]
    case 'ClassDeclaration':
      return [entry(node.id.name, classSignature(source, node))]
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return [entry(node.id.name, tidy(source, node.start, node.end))]
    default:
      return []
  }
}

/** What a contract names, without its schemas: routes with their addresses, all else by name. */
function contractOutline({ text }: Source, node: Node): string {
  const [id, shape] = node.arguments as Node[]
  const outline = (value: Node): string => {
    const names = (value.properties as Node[])
      .filter(({ key }) => key)
      .map(({ key, value: item }) => {
        const called = item.type === 'CallExpression' && item.arguments[0]?.type === 'Literal' ? `: ${item.callee.name}('${item.arguments[0].value}')` : ''
        return `    ${text.slice(key.start, key.end)}${called}`
      })
    return `{\n${names.join('\n')}\n  }`
  }
  const parts = (shape!.properties as Node[]).map(({ key, value }) => `  ${key.name}: ${value.type === 'ObjectExpression' ? outline(value) : '…'}`)
  return `export default defineContract('${id!.value}', {\n${parts.join('\n')}\n})`
}

/** Where a name that a file imports comes from. */
function imported(source: Source, local: string): { from: string; name: string } | null {
  for (const node of source.body)
    if (node.type === 'ImportDeclaration')
      for (const specifier of node.specifiers as Node[])
        if (specifier.local.name === local) return { from: node.source.value, name: specifier.imported?.name ?? 'default' }
  return null
}

const foreign = (name: string, from: string, original: string): Entry => ({
  name,
  at: `${from}#${original}`,
  doc: '',
  signature: `export { ${original === name ? name : `${original} as ${name}`} } from '${from}'`,
})

/** Everything that a module exports, with what it passes on from others. */
function exportsOf(file: string): Entry[] {
  const source = read(file)
  const next = (specifier: string) => path.resolve(path.dirname(file), specifier)
  const from = (specifier: string, original: string, name: string): Entry[] => {
    if (!specifier.startsWith('.')) return [foreign(name, specifier, original)]
    const found = exportsOf(next(specifier)).filter((entry) => entry.name === original)
    if (!found.length) throw new Error(`${file} exports ${original} from ${specifier}, which does not declare it in a form that this report can read.`)
    return found.map((entry) => ({ ...entry, name }))
  }
  return source.body.flatMap((node): Entry[] => {
    if (node.type === 'ExportAllDeclaration') return exportsOf(next(node.source.value))
    if (node.type === 'ExportDefaultDeclaration' && node.declaration.callee?.name === 'defineContract')
      return [{ name: 'default', doc: docOf(source, node.start), signature: contractOutline(source, node.declaration), at: `${file}#default` }]
    if (node.type !== 'ExportNamedDeclaration') return []
    if (node.declaration) return declared(source, node.declaration, node)
    return (node.specifiers as Node[]).flatMap(({ local, exported }) => {
      if (node.source) return from(node.source.value, local.name, exported.name)
      const origin = imported(source, local.name)
      if (origin) return from(origin.from, origin.name, exported.name)
      return source.body.flatMap((one) => declared(source, one, one)).filter((entry) => entry.name === local.name)
    })
  })
}

/** What a module and those it passes on declare of the types that are named in `uses`, and of those that these name in turn: one after the other, with comments. */
export function typesOf(file: string, uses: string[]): string[] {
  const known = new Map(exportsOf(file).map((entry) => [entry.name, entry]))
  const shown = new Map<string, string>()
  const visit = (text: string) => {
    for (const [name] of text.matchAll(/\b[A-Z]\w+/g)) {
      const found = known.get(name)
      if (!found || shown.has(name) || !/^(interface|type) /.test(found.signature)) continue
      shown.set(name, found.doc ? `/** ${found.doc} */\n${found.signature}` : found.signature)
      visit(found.signature)
    }
  }
  for (const use of uses) visit(use)
  return [...shown.values()]
}

/** Specifier and file of every entry; a pattern as `./kernel/*` stands for each file that it finds. */
function entries(): [specifier: string, file: string][] {
  const { exports } = JSON.parse(readFileSync(path.join(SDK, 'package.json'), 'utf8')) as { exports: Record<string, string> }
  return Object.entries(exports)
    .filter(([, file]) => file.endsWith('.ts'))
    .flatMap(([specifier, file]): [string, string][] => {
      if (!file.includes('*')) return [[specifier, file]]
      const [before, after] = file.slice(2).split('*') as [string, string]
      return globSync(file.slice(2), { cwd: SDK })
        .sort()
        .map((found) => [specifier.replace('*', found.slice(before.length, -after.length)), found])
    })
}

/** The whole report, from the sources as they are now. */
export function report(): string {
  const shown = new Map<string, string>()
  const parts = [
    '# The public surface of @atrium/sdk',
    'Generated by `node sdk/create/api.ts` from the sources; a test fails when the two differ. What is not listed here is nobody’s to import.',
  ]
  for (const [specifier, file] of entries()) {
    const module = `@atrium/sdk${specifier.slice(1)}`
    const found = exportsOf(path.join(SDK, file)).sort((one, other) => (one.name < other.name ? -1 : 1))
    const again = found.filter(({ at }) => shown.has(at))
    parts.push(`## ${module}`)
    const own = found.filter(({ at }) => !shown.has(at))
    for (const { at } of own) shown.set(at, module)
    if (own.length) parts.push(`\`\`\`ts\n${own.map(({ doc, signature }) => (doc ? `/** ${doc} */\n${signature}` : signature)).join('\n\n')}\n\`\`\``)
    for (const other of new Set(again.map(({ at }) => shown.get(at)))) {
      const names = again.filter(({ at }) => shown.get(at) === other).map(({ name }) => `\`${name}\``)
      parts.push(`As in \`${other}\`: ${names.join(', ')}.`)
    }
  }
  return `${parts.join('\n\n')}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(REPORT, report())
  console.log(`Wrote ${path.relative(process.cwd(), REPORT)}.`)
}
