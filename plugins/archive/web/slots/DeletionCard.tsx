/** Among the cards of the account: the one way out, which leaves days to think better of it. */
import { Card, CardHead, LinkButton, useSession, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'

export default function DeletionCard({ otherwise }: { otherwise: ReactNode }) {
  const t = useT()
  const { member } = useSession()
  if (!member) return otherwise
  return (
    <Card>
      <CardHead
        title={t('data.delete')}
        text={t('data.card_text')}
        action={
          <LinkButton variant="danger-ghost" to="/account/data">
            {t('data.delete_open')}
          </LinkButton>
        }
      />
    </Card>
  )
}
