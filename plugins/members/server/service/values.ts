/** What members answer to profile fields: checked by the kind of the field, kept, and shown. */
import { invalid, isWebAddress, type Sentence, sentence } from '@atrium/sdk'
import { type Ctx, isoOf, sql } from '@atrium/sdk/server'
import type { z } from 'zod'
import { type AnsweredField, CHOICE_TYPES, type FieldValue, MAX_LINE, MAX_LINKS } from '../../contract.ts'
import type { Tables } from '../entities.ts'
import { type AnswerRow, answersRead } from '../reads.ts'
import { type KnownField, liveFields, toField } from './fields.ts'

interface Kept {
  text: string | null
  number: number | null
  choices: number[]
}
const NOTHING: Kept = { text: null, number: null, choices: [] }

/** `example.com` is an address too. */
const withScheme = (address: string) => (/^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`)
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
const dayOrNot = (text: string) => {
  try {
    return isDay(text)
  } catch {
    return false
  }
}

/** What is kept of an answer, or what is wrong with it. */
function parse(field: KnownField, value: FieldValue): Kept | string | Sentence {
  if (CHOICE_TYPES.includes(field.fieldType)) {
    const chosen = (Array.isArray(value) ? value : [value]).filter((one) => one !== '' && one !== null)
    const ids = chosen.map(
      (one) =>
        field.choices.find(({ id, value: words }) => (typeof one === 'number' ? id === one : words.toLowerCase() === String(one).trim().toLowerCase()))?.id,
    )
    if (ids.some((id) => id === undefined)) return 'Choose one of the options.'
    const choices = [...new Set(ids as number[])]
    return field.fieldType === 'select' && choices.length > 1 ? 'Choose an option.' : { ...NOTHING, choices }
  }
  const text = (Array.isArray(value) ? value.join('\n') : String(value ?? '')).trim()
  if (text === '') return NOTHING
  if (field.fieldType === 'number') {
    const number = typeof value === 'number' ? value : Number(text)
    return Number.isFinite(number) && Math.abs(number) < 1e15 ? { ...NOTHING, number } : 'Enter a number.'
  }
  if (field.fieldType === 'date') return dayOrNot(text) ? { ...NOTHING, text } : 'Enter a date.'
  if (field.fieldType === 'textarea') return { ...NOTHING, text }
  if (field.fieldType === 'social') {
    const addresses = [
      ...new Set(
        text
          .split('\n')
          .flatMap((line) => line.trim() || [])
          .map(withScheme),
      ),
    ]
    if (addresses.length > MAX_LINKS) return sentence('You can add up to {max} URLs.', { max: MAX_LINKS })
    return addresses.every((one) => one.length <= MAX_LINE && isWebAddress(one, 'strict')) ? { ...NOTHING, text: addresses.join('\n') } : 'Enter a valid URL.'
  }
  if (text.length > MAX_LINE) return sentence('Use {max} characters or fewer.', { max: MAX_LINE })
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return 'Line breaks and control characters aren’t allowed here.'
  if (field.fieldType === 'link') return isWebAddress(withScheme(text), 'strict') ? { ...NOTHING, text: withScheme(text) } : 'Enter a valid URL.'
  return { ...NOTHING, text }
}

/**
 * Keeps answers; those that are not named stay.
 * @param admin whether fields for admins may be answered, and required ones left empty
 * @throws AtriumError 422
 */
export async function saveValues(ctx: Ctx, memberId: number, values: Record<string, FieldValue>, admin: boolean): Promise<void> {
  const byKey = new Map((await liveFields(ctx)).map((field) => [field.key, field]))
  const problems: Record<string, (string | Sentence)[]> = {}
  const kept: [KnownField, Kept][] = []
  for (const [key, value] of Object.entries(values)) {
    const field = byKey.get(key)
    const parsed = !field || (field.adminOnly && !admin) ? 'Field not found.' : parse(field, value)
    if (typeof parsed !== 'object' || !('choices' in parsed)) problems[`community_member_profile_fields.${key}`] = [parsed as string | Sentence]
    else if (field!.required && !admin && parsed.text === null && parsed.number === null && parsed.choices.length === 0)
      problems[`community_member_profile_fields.${key}`] = ['This field is required.']
    else kept.push([field!, parsed])
  }
  if (Object.keys(problems).length) throw invalid(problems)
  for (const [field, answer] of kept) await keep(ctx, memberId, field.id, answer)
}

async function keep(ctx: Ctx, memberId: number, fieldId: number, { text, number, choices }: Kept): Promise<void> {
  const db = ctx.em.getKysely<Tables>()
  const community_id = ctx.community.id
  if (text === null && number === null && choices.length === 0) {
    await db
      .deleteFrom('members.profile_field_value')
      .where((at) => at.and({ community_id, member_id: memberId, field_id: fieldId }))
      .execute()
    return
  }
  const { id, fresh } = await db
    .insertInto('members.profile_field_value')
    .values({ community_id, member_id: memberId, field_id: fieldId, text, number })
    .onConflict((on) => on.columns(['community_id', 'member_id', 'field_id']).doUpdateSet({ text, number, updated_at: ctx.now() }))
    .returning(['id', sql<boolean>`xmax = 0`.as('fresh')])
    .executeTakeFirstOrThrow()
  // the row is locked until the end of the transaction, so two writes at once follow each other
  if (!fresh)
    await db
      .deleteFrom('members.profile_field_pick')
      .where((at) => at.and([at('community_id', '=', community_id), at('value_id', '=', id), ...(choices.length ? [at('choice_id', 'not in', choices)] : [])]))
      .execute()
  if (choices.length)
    await db
      .insertInto('members.profile_field_pick')
      .values(choices.map((choice_id) => ({ community_id, value_id: id, member_id: memberId, choice_id })))
      .onConflict((on) => on.columns(['community_id', 'choice_id', 'member_id']).doNothing())
      .execute()
}

const numberText = (ctx: Ctx, { numberOptions }: KnownField, number: number) => {
  const { format, decimal, text, position } = numberOptions ?? { format: 'number', decimal: 0, text: null, position: null }
  if (format === 'unformatted') return String(number)
  const digits = new Intl.NumberFormat(ctx.locale, {
    minimumFractionDigits: decimal,
    maximumFractionDigits: Math.max(decimal, numberOptions ? decimal : 6),
  }).format(number)
  if (format === 'percentage') return `${digits}%`
  return format === 'custom' && text ? (position === 'left' ? `${text} ${digits}` : `${digits} ${text}`) : digits
}
/** As it is shown. A day stays 2026-03-01: where it is shown it is written as the reader's language writes it. */
function displayOf(ctx: Ctx, field: KnownField, row: AnswerRow): string | string[] {
  if (CHOICE_TYPES.includes(field.fieldType)) {
    const picked = new Set(row.picks?.map(([, choiceId]) => choiceId))
    const words = field.choices.filter(({ id }) => picked.has(id)).map(({ value }) => value)
    return field.fieldType === 'select' ? (words[0] ?? '') : words
  }
  if (field.fieldType === 'number') return row.number === null ? '' : numberText(ctx, field, row.number)
  return field.fieldType === 'social' ? (row.text ?? '').split('\n').filter(Boolean) : (row.text ?? '')
}

/** Answers of each member to these fields, by field. One query. */
export async function answersOf(ctx: Ctx, memberIds: number[], fields: KnownField[]): Promise<Map<number, Map<number, AnswerRow>>> {
  const ids = fields.map(({ id }) => id)
  const rows = memberIds.length && ids.length ? await ctx.read(answersRead, [memberIds, ids]) : []
  return new Map([...Map.groupBy(rows, (row) => row.member_id)].map(([memberId, of]) => [memberId, new Map(of.map((row) => [row.field_id, row]))]))
}

export function toAnswered(ctx: Ctx, field: KnownField, row: AnswerRow | undefined): z.input<typeof AnsweredField> {
  const words = new Map(field.choices.map((choice) => [choice.id, choice]))
  return {
    ...toField(field),
    community_member_profile_field: row
      ? {
          id: row.id,
          text: field.fieldType === 'textarea' ? null : row.text,
          textarea: field.fieldType === 'textarea' ? row.text : null,
          number: row.number,
          display_value: displayOf(ctx, field, row),
          community_member_choices: (row.picks ?? []).flatMap(([id, choiceId]) => {
            const choice = words.get(choiceId)
            return choice ? [{ id, profile_field_choice: choice }] : []
          }),
          created_at: isoOf(row.created_at)!,
          updated_at: isoOf(row.updated_at)!,
        }
      : null,
  }
}
/** Fields with a member's answers. */
export async function answered(ctx: Ctx, memberId: number, fields: KnownField[]): Promise<z.input<typeof AnsweredField>[]> {
  const rows = (await answersOf(ctx, [memberId], fields)).get(memberId)
  return fields.map((field) => toAnswered(ctx, field, rows?.get(field.id)))
}
/** Answers by key, of each member: what is shown, and nothing of what is not answered. */
export async function valuesOf(ctx: Ctx, memberIds: number[], fields: KnownField[]): Promise<Map<number, Record<string, string | string[]>>> {
  const answers = await answersOf(ctx, memberIds, fields)
  return new Map(
    memberIds.map((memberId) => {
      const rows = answers.get(memberId)
      return [memberId, Object.fromEntries(fields.flatMap((field) => (rows?.has(field.id) ? [[field.key, displayOf(ctx, field, rows.get(field.id)!)]] : [])))]
    }),
  )
}
/** Everything that a member has answered, asked, blocked and chosen goes with the account. */
export async function forgetMember(ctx: Ctx, memberId: number): Promise<void> {
  const db = ctx.em.getKysely<Tables>()
  for (const table of ['members.profile_field_value', 'members.preference', 'members.boundary'] as const)
    await db.deleteFrom(table).where('community_id', '=', ctx.community.id).where('member_id', '=', memberId).execute()
  await sql`delete from members.boundary where community_id = ${ctx.community.id} and other_member_id = ${memberId}`.execute(db)
  await sql`delete from members.connection where community_id = ${ctx.community.id} and (requester_id = ${memberId} or recipient_id = ${memberId})`.execute(db)
}
