/** People as an admin sees to them: tags, segments, contacts without an account, and notes. */
import { type Ctx, textToDoc } from '@atrium/sdk/server'
import audience, { type Rules } from '../../../audience/contract.ts'
import { contacts, notes, tags } from './texts/audience.ts'

export interface People {
  admin: Ctx
  idOf(key: string): number | undefined
}
const rules = (...all: object[]): Rules => ({ rule_type: 'custom_filters', match: 'all', rules: all as Rules['rules'] })

export const addressOf = (name: string) =>
  `${name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z ]/g, '')
    .replace(' ', '.')}@letters.example`

export async function addAudience({ admin, idOf }: People): Promise<void> {
  const service = admin.use(audience)
  const newcomers = await service.ensureSegment('Newcomers', rules({ filter: 'joined_at', operator: 'within_days', value: 30 }))
  await service.ensureSegment('Active this month', rules({ filter: 'last_seen_at', operator: 'within_days', value: 30 }))
  const ids = new Map<string, number>()
  for (const { key, name, ...look } of tags) ids.set(key, await service.ensureTag(name, { ...look, ...(key === 'new' ? { segment_id: newcomers } : {}) }))
  for (const { key, who } of tags) {
    const members = who.flatMap((one) => idOf(one) ?? [])
    if (members.length) await service.tag(members, [ids.get(key)!])
  }
  const tagged = (...keys: string[]) => ({ filter: 'tag', operator: 'any_of', value: keys.map((key) => String(ids.get(key))) })
  await service.ensureSegment('Mentors and kiln keepers', rules(tagged('mentor', 'kiln')))
  await service.ensureSegment(
    'Letters only',
    rules({ filter: 'has_account', operator: 'is', value: false }, { filter: 'subscribed', operator: 'is', value: true }),
  )
  await service.upsertContacts(
    contacts.map(([name, town, tag]) => ({
      email: addressOf(name),
      name,
      fields: { town },
      source: 'manual',
      tagIds: tag ? [ids.get(tag)!] : [],
    })),
  )
  for (const [who, text] of notes) {
    const memberId = idOf(who)
    if (memberId !== undefined) await service.note(memberId, textToDoc(text))
  }
}
