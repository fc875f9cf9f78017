/** Reads the JSON schema of a plugin's settings as a list of fields. */
import type { JsonSchema } from '../api.ts'

export type SettingField = { key: string; nullable: boolean } & (
  | { kind: 'switch' }
  | { kind: 'choice'; options: string[] }
  | { kind: 'number'; whole: boolean; least?: number; most?: number }
  | { kind: 'text'; longest?: number }
)

/** Fields in the order of the schema; what no generated form can show (lists, objects) is left out. */
export function fieldsOf(schema: JsonSchema): SettingField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => fieldOf(key, property) ?? [])
}

function fieldOf(key: string, property: JsonSchema, nullable = false): SettingField | null {
  if (property.anyOf) {
    const rest = property.anyOf.filter(({ type }) => type !== 'null')
    return rest.length === 1 ? fieldOf(key, rest[0]!, nullable || rest.length < property.anyOf.length) : null
  }
  const types = [property.type].flat().filter((type) => type !== 'null')
  const isNullable = nullable || [property.type].flat().includes('null')
  if (property.enum) return { key, nullable: isNullable, kind: 'choice', options: property.enum.filter((option) => option !== null).map(String) }
  switch (types[0]) {
    case 'boolean':
      return { key, nullable: isNullable, kind: 'switch' }
    case 'integer':
    case 'number':
      return { key, nullable: isNullable, kind: 'number', whole: types[0] === 'integer', least: bound(property.minimum), most: bound(property.maximum) }
    case 'string':
      return { key, nullable: isNullable, kind: 'text', longest: property.maxLength }
    default:
      return null
  }
}
/** Integer schemas carry the limits of safe numbers; these tell a person nothing. */
const bound = (value: number | undefined) => (value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined)
