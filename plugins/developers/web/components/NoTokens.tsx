/** Before the first token. */
import { Card, EmptyState, LinkButton } from '@atrium/sdk/web'
import { useWords } from './words.ts'

export function NoTokens() {
  const { t } = useWords()
  return (
    <Card>
      <EmptyState
        icon="key-round"
        title={t('tokens.none')}
        text={t('tokens.none_text')}
        action={
          <LinkButton to="/settings/api/new" icon="plus" variant="primary">
            {t('new')}
          </LinkButton>
        }
      />
    </Card>
  )
}
