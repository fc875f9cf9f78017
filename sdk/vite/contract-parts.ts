/** Puts the routes, events, slots and constants of contracts that a file of a screen names into that file: it names three of thirty. */
import type { ESTree } from 'rolldown/utils'

/** What browsers may know of a contract. */
export interface Slim {
  id: string
  routes: Record<string, object>
  events: Record<string, object>
  slots: Record<string, object>
  /** Named exports that are plain data. */
  constants: Record<string, unknown>
}

type Node = ESTree.Node & { start: number; end: number }
type Visit = (node: Node, parents: readonly Node[]) => void
function walk(node: Node, visit: Visit, parents: readonly Node[] = []): void {
  visit(node, parents)
  const within = [...parents, node]
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === 'string') walk(child, visit, within)
}
/** `routes.list` and `events['post.deleted']`: what is read of an object by a name that is written there. */
function nameRead(node: ESTree.Node | undefined, of: ESTree.Node): string | null {
  if (node?.type !== 'MemberExpression' || node.object !== of) return null
  if (!node.computed) return node.property.type === 'Identifier' ? node.property.name : null
  return node.property.type === 'Literal' && typeof node.property.value === 'string' ? node.property.value : null
}

/**
 * The code with the parts of contracts in it that it names, instead of the contracts. One of which it does anything else
 * stays whole; `invalidate` needs the id alone.
 * @param contractAt the contract behind what an import names; null when it is none.
 */
export async function withParts(code: string, program: ESTree.Program, contractAt: (source: string) => Promise<Slim | null>): Promise<string | null> {
  const edits: { start: number; end: number; text: string }[] = []
  const parts = new Map<string, unknown>()
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || !/contract|@atrium\/sdk\/kernel/.test(statement.source.value)) continue
    const contract = await contractAt(statement.source.value)
    if (!contract) continue
    const local = statement.specifiers.find((one) => one.type === 'ImportDefaultSpecifier')?.local.name
    const uses = local ? partsUsed(program, local) : []
    const kept: string[] = uses ? [] : [local!]
    const named: string[] = []
    for (const one of statement.specifiers) {
      if (one.type !== 'ImportSpecifier') continue
      const constant = one.imported.type === 'Identifier' && contract.constants[one.imported.name]
      if (constant === undefined || constant === false) named.push(code.slice(one.start, one.end))
      else parts.set(one.local.name, constant)
    }
    if (named.length) kept.push(`{ ${named.join(', ')} }`)
    const text = kept.length ? `import ${kept.join(', ')} from ${JSON.stringify(statement.source.value)};` : ''
    edits.push({ start: statement.start, end: statement.end, text })
    if (!uses) continue
    for (const { start, end, group, name, named = [] } of uses) {
      for (const one of named) parts.set(one.local, contract[one.group][one.name])
      if (group === 'gone') edits.push({ start, end, text: '' })
      else if (group === 'whole') edits.push({ start, end, text: `{ id: ${JSON.stringify(contract.id)} }` })
      else if (group === 'id') edits.push({ start, end, text: JSON.stringify(contract.id) })
      else {
        const variable = `__${local}_${group}_${name.replace(/\W/g, '_')}`
        parts.set(variable, contract[group][name])
        edits.push({ start, end, text: variable })
      }
    }
  }
  if (!edits.length) return null
  edits.sort((one, other) => other.start - one.start)
  const text = edits.reduce((all, { start, end, text: by }) => all.slice(0, start) + by + all.slice(end), code)
  return [...[...parts].map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`), text].join('')
}

type PartGroup = 'routes' | 'events' | 'slots'
interface NamedPart {
  local: string
  group: PartGroup
  name: string
}
/** A stretch of code that stands for a part of the contract; `gone` stands for nothing any more but the names that it gave. */
type Use = { start: number; end: number; name: string; group: PartGroup | 'id' | 'whole' | 'gone'; named?: NamedPart[] }
/** Every place where a file names the contract, and which part of it is meant; null when not all of them tell. */
function partsUsed(program: ESTree.Program, contract: string): Use[] | null {
  const uses: Use[] = []
  const groups = new Set<string>()
  let clear = true
  const use = ({ start, end }: Node, group: Use['group'], name = '', named?: NamedPart[]) => uses.push({ start, end, group, name, named })
  for (const node of program.body) {
    const [declared, other] = node.type === 'VariableDeclaration' ? node.declarations : []
    if (declared?.id.type !== 'ObjectPattern' || other) continue
    const { init } = declared
    const { properties } = declared.id
    // `const { routes } = contract` gives a group a name of its own, `const { list, show: one } = contract.routes` parts of one.
    if (init?.type === 'Identifier' && init.name === contract) {
      for (const one of properties)
        if (one.type === 'Property' && one.shorthand && one.key.type === 'Identifier' && isGroup(one.key.name)) groups.add(one.key.name)
        else clear = false
      use(node, 'gone')
    } else if (init?.type === 'MemberExpression' && init.object.type === 'Identifier' && init.object.name === contract) {
      const group = nameRead(init, init.object)
      if (!group || !isGroup(group)) continue
      const named = properties.flatMap((one) =>
        one.type === 'Property' && !one.computed && one.key.type === 'Identifier' && one.value.type === 'Identifier'
          ? [{ local: one.value.name, group, name: one.key.name }]
          : [],
      )
      if (named.length === properties.length) use(node, 'gone', '', named)
    }
  }
  const gone = [...uses]
  walk(program as Node, (node, parents) => {
    if (node.type !== 'Identifier' || !(node.name === contract || groups.has(node.name))) return
    if (gone.some(({ start, end }) => node.start >= start && node.end <= end)) return
    const [parent, outer] = [parents.at(-1)!, parents.at(-2)]
    if (parent.type === 'ImportDefaultSpecifier') return
    if (parent.type === 'MemberExpression' && parent.property === node && !parent.computed) return
    if (parent.type === 'Property' && parent.key === node && !parent.computed && !parent.shorthand) return
    const read = nameRead(parent, node)
    if (groups.has(node.name)) {
      if (read) use(parent, node.name as 'routes', read)
      else clear = false
    } else if (read === 'id') use(parent, 'id')
    else if (read && isGroup(read) && nameRead(outer, parent)) use(outer!, read, nameRead(outer, parent)!)
    else if (parent.type === 'CallExpression' && parent.callee.type === 'MemberExpression' && nameRead(parent.callee, parent.callee.object) === 'invalidate')
      use(node, 'whole')
    else if (parent.type === 'ArrayExpression' && outer?.type === 'Property' && outer.key.type === 'Identifier' && outer.key.name === 'invalidates')
      use(node, 'whole')
    else clear = false
  })
  return clear && uses.length ? uses : null
}
const isGroup = (name: string): name is PartGroup => name === 'routes' || name === 'events' || name === 'slots'
