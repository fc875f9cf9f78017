/** Nothing stands at an address of a space: says so, and leads to the space where this reader may know of it. */
import { EmptyState, Failure, LinkButton, useRead, useT } from '@atrium/sdk/web'
import spaces from '../../../spaces/contract.ts'

interface MissingProps {
  /** Slug of the space that the address names. */
  space: string
  error: { status?: number }
  onRetry: () => void
}
export function Missing({ space: slug, error, onRetry }: MissingProps) {
  const t = useT()
  const isMissing = error.status === 404
  const { data: space, isPending } = useRead(spaces.routes.bySlug, { params: { slug } }, { enabled: isMissing })
  if (!isMissing) return <Failure error={error} onRetry={onRetry} />
  return (
    <EmptyState
      icon="compass"
      title={t('address.missing')}
      text={t('address.missingText')}
      action={
        space ? (
          <LinkButton to={`/c/${space.slug}`}>{t('address.space', { name: space.name })}</LinkButton>
        ) : (
          !isPending && <LinkButton to="/">{t('address.home')}</LinkButton>
        )
      }
    />
  )
}
