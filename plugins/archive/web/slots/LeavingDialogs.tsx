/** On a profile: the dialog that an entry of its menu has asked for. */
import type { OfMember } from '../../../members/contract.ts'
import { BanDialog, DeleteDialog } from '../components/LeaveDialogs.tsx'
import { ask, useAsked } from '../components/leaving.ts'

export default function LeavingDialogs({ memberId, name }: OfMember) {
  const asked = useAsked()
  if (asked?.memberId !== memberId) return null
  const Shown = asked.kind === 'ban' ? BanDialog : DeleteDialog
  return <Shown memberId={memberId} name={name} onClose={() => ask(null)} />
}
