/** Blocks of a page as they come in: known ones are parsed by the fields that they list, unknown ones are kept within bounds. */
import { AtriumError, cut, type Sentence, sentence } from '@atrium/sdk'
import { isRefusal, parseRichText } from '@atrium/sdk/server'
import type { Ctx } from '@atrium/sdk/server'
import type { z } from '@atrium/sdk'
import { type Block, type BlockField, MAX_BLOCKS, MAX_DEPTH, MAX_PAGE_BYTES, type PageData, type PageInput, type Picture } from '../../../contract.ts'
import { blocksOf, defaultOf, type KnownBlock, LOOK, wordOf } from './catalog.ts'
import { isLink } from './links.ts'

type Fields = Record<string, BlockField>
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isBlock = (value: unknown): value is Block =>
  isObject(value) && typeof value.type === 'string' && /^[A-Za-z]\w{0,59}$/.test(value.type) && isObject(value.props) && isId(value.props.id)
const isId = (id: unknown): id is string => typeof id === 'string' && id.length > 0 && id.length <= 80

/**
 * What is stored of a page.
 * @throws AtriumError 422 that names the block and its field
 */
export async function parsePage(ctx: Ctx, input: z.output<typeof PageInput>): Promise<PageData> {
  if (Buffer.byteLength(JSON.stringify(input)) > MAX_PAGE_BYTES)
    throw refuse(sentence('A page can be up to {max} kB. Remove some blocks.', { max: MAX_PAGE_BYTES / 1000 }))
  const content = new Parser(blocksOf(ctx)).blocks(input.content, 1)
  return { root: { props: {} }, content }
}

const refuse = (message: string | Sentence) => new AtriumError(422, 'invalid_block', message, { details: { data: [message] } })

class Parser {
  readonly #known: Map<string, KnownBlock>
  readonly #ids = new Set<string>()
  #count = 0

  constructor(known: Map<string, KnownBlock>) {
    this.#known = known
  }

  blocks(values: readonly unknown[], depth: number): Block[] {
    if (values.length > 0 && depth > MAX_DEPTH) throw refuse(sentence('Blocks can be nested up to {max} levels deep.', { max: MAX_DEPTH }))
    return values.map((value) => {
      if (!isBlock(value)) throw refuse('Each block needs a type and an id.')
      return this.#block(value, depth)
    })
  }

  #block({ type, props }: Block, depth: number): Block {
    this.#take(props.id)
    const kind = this.#known.get(type)
    if (!kind) return { type, props: this.#strange(props, depth) as Block['props'] }
    const part = new Part(kind, (blocks) => this.blocks(blocks, depth + 1))
    return { type, props: { id: props.id, look: part.fields(LOOK, isObject(props.look) ? props.look : {}, 'look'), ...part.fields(kind.block.fields, props) } }
  }

  #take(id: string): void {
    if (this.#ids.has(id)) throw refuse(sentence('Two blocks have the id {id}.', { id }))
    this.#ids.add(id)
    if (++this.#count > MAX_BLOCKS) throw refuse(sentence('A page can have up to {max} blocks.', { max: MAX_BLOCKS }))
  }

  /** Props of a plugin that is off or gone: they come back with it. Blocks among them count as any. */
  #strange(value: unknown, depth: number): unknown {
    if (Array.isArray(value)) {
      const inner = value.some(isBlock) ? depth + 1 : depth
      if (inner > MAX_DEPTH) throw refuse(sentence('Blocks can be nested up to {max} levels deep.', { max: MAX_DEPTH }))
      return value.map((item) => (isBlock(item) ? this.#block(item, inner) : this.#strange(item, depth)))
    }
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#strange(item, depth)]))
  }
}

/** One block's fields, with its name for what is refused. */
class Part {
  readonly #kind: KnownBlock
  readonly #slot: (blocks: readonly unknown[]) => Block[]

  constructor(kind: KnownBlock, slot: (blocks: readonly unknown[]) => Block[]) {
    this.#kind = kind
    this.#slot = slot
  }

  fields(fields: Fields, values: Record<string, unknown>, under: 'own' | 'look' = 'own', outer = ''): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const given = values[name]
        const label = this.#label(under, outer ? `${outer}.${name}` : name)
        return [name, given === undefined || given === null ? defaultOf(field) : this.#value(field, given, label, name)]
      }),
    )
  }

  #label = (under: 'own' | 'look', path: string): string => (under === 'look' ? this.#kind.ours(`blocks.look.${path}`) : wordOf(this.#kind, path))

  #refuse(label: string, problem: string | Sentence): AtriumError {
    const { t, block } = this.#kind
    return refuse(sentence('{block}: {field}. {problem}', { block: t(`blocks.${block.type}`), field: label, problem: this.#kind.say(problem) }))
  }

  #value(field: BlockField, given: unknown, label: string, name: string): unknown {
    const wrong = (problem: string | Sentence) => this.#refuse(label, problem)
    switch (field.kind) {
      case 'text':
      case 'textarea':
      case 'code': {
        if (typeof given !== 'string') throw wrong('Enter text.')
        const text = (field.kind === 'text' ? given.replace(/\s+/g, ' ').trim() : given).replaceAll('\u0000', '')
        if (text.length > field.max) throw wrong(sentence('Use up to {max} characters.', { max: field.max }))
        return text
      }
      case 'richtext':
        try {
          return parseRichText(given).doc
        } catch (error) {
          if (!isRefusal(error)) throw error
          throw wrong(error.said)
        }
      case 'number':
        if (typeof given !== 'number' || !Number.isFinite(given) || given < field.min || given > field.max)
          throw wrong(sentence('Enter a number from {min} to {max}.', { min: field.min, max: field.max }))
        // counts and heights: a database takes no part of one
        return Math.round(given)
      case 'switch':
        if (typeof given !== 'boolean') throw wrong('Turn it on or off.')
        return given
      case 'select':
        if (typeof given !== 'string' || !field.options.includes(given)) throw wrong('Choose one of the options.')
        return given
      case 'picture':
        return this.#picture(given, wrong)
      case 'link': {
        const link = typeof given === 'string' ? given.trim() : null
        if (link === null || (link !== '' && !isLink(link)))
          throw wrong('Enter a path that starts with /, an anchor like #prices, or a URL that starts with https://, mailto:, or tel:.')
        return link
      }
      case 'record':
        if (!Number.isSafeInteger(given) || (given as number) < 1) throw wrong('Choose one of the options.')
        return given
      case 'moment':
        if (
          typeof given !== 'string' ||
          given.length > 40 ||
          !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(given) ||
          Number.isNaN(Date.parse(given))
        )
          throw wrong('Enter a date and time.')
        return given
      case 'list':
        if (!Array.isArray(given) || !given.every(isObject)) throw wrong('Enter a list.')
        if (given.length > field.max) throw wrong(sentence('Add up to {max}.', { max: field.max }))
        return given.map((item) => this.fields(field.of, item, 'own', name))
      case 'slot':
        if (!Array.isArray(given)) throw wrong('Enter a list of blocks.')
        return this.#slot(given)
    }
  }

  #picture(given: unknown, wrong: (problem: string) => AtriumError): Picture {
    if (!isObject(given) || typeof given.file !== 'string' || !given.file || given.file.length > 400) throw wrong('Choose an image.')
    const percent = (value: unknown) => (typeof value === 'number' && value >= 0 && value <= 100 ? Math.round(value) : 50)
    const alt = typeof given.alt === 'string' ? cut(given.alt.replaceAll('\u0000', '').replace(/\s+/g, ' ').trim(), 500) : ''
    return { file: given.file, alt, x: percent(given.x), y: percent(given.y) }
  }
}

/** Signed ids of all uploads that a page names, each once: for those who keep them public while it stands. Pictures are under `file`, those of texts under `signed_id`. */
export function filesIn(data: PageData, keys: readonly string[] = ['file', 'signed_id']): string[] {
  const files = new Set<string>()
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item)
    else if (isObject(value)) {
      for (const key of keys) if (typeof value[key] === 'string') files.add(value[key])
      for (const item of Object.values(value)) walk(item)
    }
  }
  walk(data.content)
  return [...files]
}
