/** Tables of the help widget as the ORM knows them; the migration is their truth in SQL. */
import { p, table, type TablesOf } from '@atrium/sdk/server'

const id = () => p.bigint('number')

export const VisitorTable = table(
  'help_widget.visitor',
  { markHash: p.text().nullable(), personId: id().nullable(), identifiedUntil: p.datetime().nullable(), seenAt: p.datetime() },
  { secret: ['mark_hash'] },
)
export const AttachmentTable = table(
  'help_widget.attachment',
  { visitorId: id().nullable(), memberId: id().nullable(), fileId: id(), sentAt: p.datetime().nullable() },
  { own: ['file_id', 'sent_at'] },
)
export const FeedbackTable = table(
  'help_widget.feedback',
  { visitorId: id().nullable(), memberId: id().nullable(), postId: id(), isHelpful: p.boolean(), note: p.text().default('') },
  { own: ['post_id', 'is_helpful', 'note'] },
)
export const OnboardingTable = table('help_widget.onboarding', { memberId: id() }, { own: [] })

export const entities = [VisitorTable, AttachmentTable, FeedbackTable, OnboardingTable]
export type Tables = TablesOf<(typeof entities)[number]>
