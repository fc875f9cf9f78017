/** Tags of conversations: made in the inbox, deleted here. */
import { useRead, useT } from '@atrium/sdk/web'
import contract from '../../../contract.ts'
import { Listed } from './Listed.tsx'
import { useDelete } from './useDelete.ts'

const { routes } = contract

export function TagList() {
  const t = useT()
  const query = useRead(routes.tags)
  const remove = useDelete(routes.destroyTag, [routes.tags, routes.rules, routes.list, routes.show])
  return (
    <Listed
      title={t('setup.tags')}
      text={t('tags.text')}
      query={query}
      empty={{ icon: 'tag', title: t('tags.none'), text: t('tags.none_text') }}
      nameOf={({ name }) => name}
      render={({ name }) => <span className="block truncate font-medium">{name}</span>}
      onDelete={({ id, name }) => void remove(id, t('tags.delete', { name }), t('tags.delete_text'), name)}
    />
  )
}
