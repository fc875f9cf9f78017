/** Reads the JSON schema of settings as a list of form fields: what a generated form is made from. */

/** The part of JSON Schema that settings come in. `control`, `unit` and `ratio` are what a contract says beside it, by zod's `.meta()`. */
export interface JsonSchema {
  type?: string | string[]
  enum?: (string | number | null)[]
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema | boolean
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  /** `picture`: the signed id of an upload, whose address stands in the field `<key>_url`. `own`: what only the plugin's own screen can show. */
  control?: 'picture' | 'colour' | 'email' | 'address' | 'lines' | 'own'
  /** Of a number: the locale key of its unit in the SDK, as `megabytes`. */
  unit?: string
  /** Of a picture: width by height. */
  ratio?: number
}

export type FormField = { key: string; nullable?: true } & (
  | { kind: 'switch' }
  | { kind: 'own' }
  | { kind: 'choice'; options: string[] }
  | { kind: 'number'; whole: boolean; least?: number; most?: number; unit?: string }
  | { kind: 'text'; longest?: number; as?: 'lines' | 'email' | 'address' }
  | { kind: 'colour' }
  | { kind: 'picture'; ratio: number }
  | { kind: 'choices'; options: string[]; most?: number }
  | { kind: 'list'; item: FormField; most?: number }
  | { kind: 'group'; fields: FormField[] }
)

/** Longer texts get more than a line. */
const LINE = 200
const OPEN_GRAPH = 1.9

/** Fields in the order of the schema; what no generated form can show is `own`. */
export function fieldsOf(schema: JsonSchema): FormField[] {
  const own = Object.entries(schema.properties ?? {}).map(([key, property]) => fieldOf(key, property))
  return [...(schema.allOf ?? []).flatMap(fieldsOf), ...own]
}

function fieldOf(key: string, property: JsonSchema): FormField {
  if (property.anyOf) {
    const rest = property.anyOf.filter(({ type }) => type !== 'null')
    const field: FormField = rest.length === 1 ? fieldOf(key, { ...property, ...rest[0]!, anyOf: rest[0]!.anyOf }) : { key, kind: 'own' }
    return rest.length < property.anyOf.length ? { ...field, nullable: true } : field
  }
  const types = [property.type].flat()
  const [type, ...others] = types.filter((one) => one !== 'null')
  const base = { key, ...(types.includes('null') ? { nullable: true as const } : {}) }
  if (property.control === 'own' || others.length) return { ...base, kind: 'own' }
  if (property.control === 'picture') return { ...base, kind: 'picture', ratio: property.ratio ?? OPEN_GRAPH }
  if (property.control === 'colour') return { ...base, kind: 'colour' }
  if (property.enum) return { ...base, kind: 'choice', options: wordsIn(property.enum) }
  switch (type) {
    case 'boolean':
      return { ...base, kind: 'switch' }
    case 'integer':
    case 'number':
      return { ...base, kind: 'number', whole: type === 'integer', least: bound(property.minimum), most: bound(property.maximum), unit: property.unit }
    case 'string': {
      const as = property.control ?? (property.format === 'uri' ? 'address' : property.format === 'email' ? 'email' : undefined)
      return { ...base, kind: 'text', longest: property.maxLength, as: as ?? ((property.maxLength ?? 0) > LINE ? 'lines' : undefined) }
    }
    case 'array': {
      const items = typeof property.items === 'object' ? property.items : {}
      if (items.enum) return { ...base, kind: 'choices', options: wordsIn(items.enum), most: property.maxItems }
      const item = fieldOf('', items)
      // numbers in a list are ids, which people choose by name
      return item.kind === 'own' || item.kind === 'number' ? { ...base, kind: 'own' } : { ...base, kind: 'list', item, most: property.maxItems }
    }
    case 'object': {
      const fields = fieldsOf(property)
      return fields.length && fields.every(({ kind }) => kind !== 'own') ? { ...base, kind: 'group', fields } : { ...base, kind: 'own' }
    }
    default:
      return { ...base, kind: 'own' }
  }
}

const wordsIn = (options: readonly (string | number | null)[]) => options.filter((option) => option !== null).map(String)
/** Integer schemas carry the limits of safe numbers; these tell a person nothing. */
const bound = (value: number | undefined) => (value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined)
