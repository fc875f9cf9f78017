/** The dialog behind `useVisitor`. */
import { useState } from 'react'
import { useWords } from '../../core/i18n.tsx'
import { useSession } from '../../core/session.ts'
import { useWayBack } from '../../core/wayBack.ts'
import { Avatar } from '../Avatar.tsx'
import { LinkButton } from '../Button.tsx'
import type { Invited } from '../visitor.ts'
import LazyDialog from './dialog.tsx'

export default function LazyVisitor({ question, onClose }: { question: Invited | undefined; onClose: () => void }) {
  const t = useWords()
  const { community, account, signUpAllowed, signUpPath } = useSession()
  const back = useWayBack()
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
        {!account && (
          <div className="grid w-full gap-2">
            {signUpAllowed && (
              <LinkButton variant="primary" size="lg" to={signUpPath(back)} onClick={onClose}>
                {t('visitor.join', { community: community.name })}
              </LinkButton>
            )}
            <LinkButton variant={signUpAllowed ? 'default' : 'primary'} size="lg" to={`/user/sign_in${back}`} onClick={onClose}>
              {t('visitor.signIn')}
            </LinkButton>
          </div>
        )}
      </div>
    </LazyDialog>
  )
}
