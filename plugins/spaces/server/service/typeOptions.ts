/** Fields that a space has because of its types: whoever brings a type brings their schema, and they are kept among the space's options. */
import { z } from '@atrium/sdk'
import { type Ctx, parseErrors } from '@atrium/sdk/server'
import contract from '../../contract.ts'
import { spaceMap } from './access.ts'

const schemas = (ctx: Ctx): z.ZodObject[] => ctx.fill(contract.points.type).flatMap(({ value }) => value.options ?? [])

const bare = new WeakMap<z.ZodObject, z.ZodObject>()
/** The schema as an input takes it: every field may be missing, and none falls back on its default. */
function inputOf(schema: z.ZodObject): z.ZodObject {
  let input = bare.get(schema)
  if (!input) {
    const fields = Object.entries(schema.shape).map(([key, field]) => [key, field instanceof z.ZodDefault ? field.unwrap() : field])
    bare.set(schema, (input = z.object(Object.fromEntries(fields)).partial()))
  }
  return input
}

/** What is kept, with the defaults filled in; what a newer schema does not take falls back on them too. */
export function readOptions<T extends z.ZodObject>(schema: T, stored: object): z.output<T> {
  const read = schema.safeParse(stored)
  return read.success ? read.data : schema.parse({})
}
/** Those of all types that are on here. */
export const typeOptions = (ctx: Ctx, stored: object): Record<string, unknown> =>
  Object.assign({}, ...schemas(ctx).map((schema) => readOptions(schema, stored)))
/** What an input says of them. @throws ZodError */
export const typeInput = (ctx: Ctx, input: object): Record<string, unknown> =>
  Object.assign({}, ...schemas(ctx).map((schema) => inputOf(schema).parse(input, { error: parseErrors(ctx.locale) })))

export async function optionsOf<T extends z.ZodObject>(ctx: Ctx, spaceId: number, schema: T): Promise<z.output<T>> {
  const { byId } = await spaceMap(ctx)
  return readOptions(schema, byId.get(spaceId)?.options ?? {})
}
