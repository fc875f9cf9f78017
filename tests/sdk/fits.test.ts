/** Replies that are sent without a copy must be what a copy would be. */
import { date, z } from '@atrium/sdk'
import { fits } from '@atrium/sdk/server'
import { expect } from 'chai'
import fc from 'fast-check'

interface Comment {
  id: number
  replies: Comment[]
}
const Comment: z.ZodType<Comment> = z.object({ id: z.number(), replies: z.lazy(() => z.array(Comment)) })
const Reply = z.object({
  id: z.number(),
  name: z.string(),
  short: z.string().max(3).optional(),
  kind: z.enum(['post', 'event']),
  fixed: z.literal([1, 'one']),
  open: z.boolean(),
  at: date.nullable(),
  size: z.int(),
  many: z.array(z.object({ emoji: z.string(), count: z.number().optional() })),
  any: z.unknown(),
  loose: z.looseObject({ type: z.string() }),
  strict: z.strictObject({ type: z.string() }).optional(),
  words: z.record(z.string(), z.number()),
  either: z.union([z.string(), z.number(), z.null()]),
  first: z.union([z.object({ a: z.number() }), z.object({ a: z.number(), b: z.number() })]).optional(),
  usual: z.string().default('usual'),
  'odd \'name"\n': z.string().optional(),
  comment: Comment.optional(),
})
const whole = (): Record<string, unknown> => ({
  id: 1,
  name: 'Clay',
  short: 'abc',
  kind: 'post',
  fixed: 'one',
  open: true,
  at: '2026-03-29T10:00:00.000Z',
  size: 3,
  many: [{ emoji: '🏺', count: 2 }, { emoji: '🔥' }],
  any: { deep: [1, { x: null }] },
  loose: { type: 'doc', content: [1, 2] },
  strict: { type: 'doc' },
  words: { one: 1, two: 2 },
  either: null,
  first: { a: 1 },
  usual: 'usual',
  'odd \'name"\n': 'x',
  comment: { id: 1, replies: [{ id: 2, replies: [] }] },
})
/** Every place of a value, as the keys that lead there. */
function places(value: unknown, path: string[] = []): string[][] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, one]) => places(one, [...path, key])) : []
  return [path, ...inner]
}
/** The value with one place taken away, replaced, or given something more. */
function changed(path: string[], how: 'drop' | 'replace' | 'add', other: unknown): unknown {
  const value = whole()
  let at: any = value
  for (const key of path.slice(0, -1)) at = at[key]
  const last = path.at(-1)
  if (how === 'add') {
    const place = last === undefined ? at : at[last]
    if (typeof place === 'object' && place !== null) place.more = other
  } else if (last === undefined) return other
  else if (how === 'drop') delete at[last]
  else at[last] = other
  return value
}

describe('replies that are sent as they are', () => {
  it('are those that have every field, of its type, and no other', () => {
    expect(fits(Reply, whole())).to.equal(true)
    expect(fits(z.array(z.number()), [1, 2])).to.equal(true)
    const misfits: [path: string[], how: 'drop' | 'replace' | 'add', other?: unknown][] = [
      [['name'], 'drop'],
      [['name'], 'replace', 7],
      [['id'], 'replace', Number.NaN],
      [['size'], 'replace', 1.5],
      [['short'], 'replace', 'abcd'],
      [['kind'], 'replace', 'comment'],
      [['at'], 'replace', new Date()],
      [['many', '0'], 'add', 1],
      [['strict'], 'add', 1],
      [['words'], 'add', 'no number'],
      [['either'], 'replace', true],
      [['first'], 'replace', { a: 1, b: 2 }],
      [['usual'], 'drop'],
      [['comment', 'replies', '0', 'id'], 'replace', '2'],
      [['comment', 'replies', '0'], 'add', 2],
      [[], 'add', 1],
      [[], 'replace', null],
    ]
    for (const [path, how, other] of misfits) expect(fits(Reply, changed(path, how, other)), `${how} ${path.join('.')}`).to.equal(false)
  })

  it('are equal to what parsing them gives, whatever is changed in one place', () => {
    const values = fc.oneof(fc.anything({ withDate: true, withNullPrototype: true }), fc.constantFrom('2026', 1, null, undefined, [], {}))
    const change = fc.tuple(fc.constantFrom(...places(whole())), fc.constantFrom('drop', 'replace', 'add'), values)
    let yes = 0
    fc.assert(
      fc.property(change, ([path, how, other]) => {
        const value = changed(path, how as 'drop', other)
        if (!fits(Reply, value)) return
        yes++
        const parsed = Reply.safeParse(value)
        expect(parsed.success, parsed.error?.message).to.equal(true)
        expect(JSON.stringify(sorted(value))).to.equal(JSON.stringify(sorted(parsed.data)))
      }),
      { numRuns: 3_000 },
    )
    // a check that says no of everything would pass the lines above
    expect(yes).to.be.greaterThan(100)
  })

  it('carry no key that a copy would leave out', () => {
    const sly = JSON.parse('{"words":{"__proto__":1},"loose":{"__proto__":{"type":"x"},"type":"doc"}}')
    expect(fits(Reply, { ...whole(), words: sly.words })).to.equal(false)
    expect(fits(Reply, { ...whole(), loose: sly.loose })).to.equal(false)
  })
})

/** zod writes the known fields first; the order of keys says nothing. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, one]) => [key, sorted(one)]),
        )
      : value
