/** Tables of people as the ORM knows them; the migration is their truth in SQL. */
import { type InferEntity, p, table, type TablesOf } from '@atrium/sdk/server'
import type { BoundaryKind, ConnectionState, FieldType, NumberOptions } from '../contract.ts'

export const FieldTable = table('members.profile_field', {
  key: p.text(),
  label: p.text(),
  fieldType: p.text().$type<FieldType>(),
  placeholder: p.text().nullable(),
  description: p.text().nullable(),
  required: p.boolean().default(false),
  position: p.integer().default(0),
  onSignup: p.boolean().default(false),
  onEditProfile: p.boolean().default(true),
  onProfileView: p.boolean().default(true),
  onCommunityView: p.boolean().default(false),
  adminOnly: p.boolean().default(false),
  numberOptions: p.json<NumberOptions>().nullable(),
  archivedAt: p.datetime().nullable(),
})
export type Field = InferEntity<typeof FieldTable>

export const ChoiceTable = table('members.profile_field_choice', {
  fieldId: p.bigint('number'),
  value: p.text(),
  position: p.integer().default(0),
})
export const ValueTable = table(
  'members.profile_field_value',
  {
    memberId: p.bigint('number'),
    fieldId: p.bigint('number'),
    text: p.text().nullable(),
    number: p.decimal('number').nullable(),
  },
  { own: ['field_id', 'text', 'number'], ownWhen: 'not exists (select from members.profile_field f where f.id = t.field_id and f.admin_only)' },
)
export const PickTable = table(
  'members.profile_field_pick',
  {
    valueId: p.bigint('number'),
    memberId: p.bigint('number'),
    choiceId: p.bigint('number'),
  },
  {
    own: ['choice_id'],
    ownWhen:
      'not exists (select from members.profile_field_choice c join members.profile_field f on f.id = c.field_id where c.id = t.choice_id and f.admin_only)',
  },
)
export const ConnectionTable = table('members.connection', {
  requesterId: p.bigint('number'),
  recipientId: p.bigint('number'),
  state: p.text().$type<ConnectionState>().default('requested'),
  message: p.text().default(''),
  acceptedAt: p.datetime().nullable(),
  withdrawnAt: p.datetime().nullable(),
})
export type Connection = InferEntity<typeof ConnectionTable>

export const BoundaryTable = table(
  'members.boundary',
  {
    memberId: p.bigint('number'),
    otherMemberId: p.bigint('number'),
    kind: p.text().$type<BoundaryKind>(),
  },
  { own: ['other_member_id', 'kind'] },
)
export const PreferenceTable = table(
  'members.preference',
  {
    memberId: p.bigint('number'),
    visibleInMemberDirectory: p.boolean().default(true),
    makeMyEmailPublic: p.boolean().default(false),
    messagingEnabled: p.boolean().default(true),
    messagingEnabledByAdmin: p.boolean().default(true),
    askedAt: p.datetime().nullable(),
  },
  { own: ['visible_in_member_directory', 'make_my_email_public', 'messaging_enabled'] },
)

/** For typed SQL: `ctx.em.getKysely<Tables>()`. */
export type Tables = TablesOf<
  typeof FieldTable | typeof ChoiceTable | typeof ValueTable | typeof PickTable | typeof ConnectionTable | typeof BoundaryTable | typeof PreferenceTable
>
