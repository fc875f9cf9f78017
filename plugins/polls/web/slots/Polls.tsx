/** The polls of a record, where the record shows what hangs on it. */
import type { Poll } from '../../contract.ts'
import { PollCard } from '../components/PollCard.tsx'

export default function Polls({ attachments }: { attachments: { polls?: Poll[] } }) {
  return attachments.polls?.map((poll) => <PollCard key={poll.id} poll={poll} />)
}
