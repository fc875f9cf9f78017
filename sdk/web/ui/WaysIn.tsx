/** The two ways in for visitors, which lead back to where they stand. */
import { useWords } from '../core/i18n.tsx'
import { useSession } from '../core/session.ts'
import { useWayBack } from '../core/wayBack.ts'
import { type ButtonLook, LinkButton } from './Button.tsx'
import { cx } from './cx.ts'

interface WaysInProps {
  size?: ButtonLook['size']
  className?: string
  onPress?: () => void
}
/** Join, where the community is open, and sign in. Nothing for those who are signed in. */
export function WaysIn({ size, className, onPress }: WaysInProps) {
  const t = useWords()
  const { account, community, signUpAllowed, signUpPath } = useSession()
  const back = useWayBack()
  if (account) return null
  return (
    <div className={cx('flex flex-wrap gap-2', className)}>
      {signUpAllowed && (
        <LinkButton variant="primary" size={size} to={signUpPath(back)} onClick={onPress}>
          {t('visitor.join', { community: community.name })}
        </LinkButton>
      )}
      <LinkButton variant={signUpAllowed ? 'default' : 'primary'} size={size} to={`/user/sign_in${back}`} onClick={onPress}>
        {t('visitor.signIn')}
      </LinkButton>
    </div>
  )
}
