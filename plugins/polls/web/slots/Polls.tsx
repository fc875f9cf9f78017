/** The polls of a record, where the record shows what hangs on it. */
import type { SlotPropsOf } from '@atrium/sdk'
import type posts from '../../../posts/contract.ts'
import type { Poll } from '../../contract.ts'
import { PollCard } from '../components/PollCard.tsx'

export default function Polls({ attachments }: SlotPropsOf<(typeof posts.slots)['post.card.foot']>) {
  return (attachments.polls as Poll[] | undefined)?.map((poll) => <PollCard key={poll.id} poll={poll} />)
}
