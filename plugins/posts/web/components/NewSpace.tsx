/** The way to a first space, for those who may make one. */
import { LinkButton, useT } from '@atrium/sdk/web'

export function NewSpace() {
  const t = useT()
  return (
    <LinkButton variant="primary" icon="plus" to="/settings/spaces/new">
      {t('empty.new_space')}
    </LinkButton>
  )
}
