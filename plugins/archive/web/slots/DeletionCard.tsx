/** Among the cards of the account: out of this community alone, with days to think better of it. */
import { Card, CardHead, LinkButton, useSession, useT } from '@atrium/sdk/web'

export default function DeletionCard() {
  const t = useT()
  const { member } = useSession()
  if (!member) return null
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
