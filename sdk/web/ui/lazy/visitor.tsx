/** The dialog behind `useVisitor`. */
import { useState } from 'react'
import { useWords } from '../../core/i18n.tsx'
import { useSession } from '../../core/session.ts'
import { Avatar } from '../Avatar.tsx'
import { WaysIn } from '../WaysIn.tsx'
import type { Invited } from '../visitor.ts'
import LazyDialog from './dialog.tsx'

export default function LazyVisitor({ question, onClose }: { question: Invited | undefined; onClose: () => void }) {
  const t = useWords()
  const { community, account, signUpAllowed } = useSession()
  // The last question stays in place while the dialog fades.
  const [last, setLast] = useState(question)
  if (question && question !== last) setLast(question)
  return (
    <LazyDialog open={Boolean(question)} onOpenChange={(open) => !open && onClose()} title={last?.title ?? ''} side="centre">
      <div className="grid justify-items-center gap-4 pb-1 text-center">
        <Avatar square size={48} name={community.name} id={community.id} src={community.branding.icon_url ?? undefined} />
        <p className="max-w-[40ch] text-text-2">
          {t(account ? 'visitor.joinFirst' : signUpAllowed ? 'visitor.text' : 'visitor.textClosed', { community: community.name })}
        </p>
        <WaysIn size="lg" className="grid! w-full justify-center" onPress={onClose} />
      </div>
    </LazyDialog>
  )
}
