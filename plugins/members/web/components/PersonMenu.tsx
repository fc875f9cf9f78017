/** What else one does with a person: copy the link, and what other plugins bring. */
import { IconButton, Menu, Slot, toast, useT } from '@atrium/sdk/web'
import contract, { type Profile } from '../../contract.ts'

export function PersonMenu({ profile }: { profile: Profile }) {
  const t = useT()
  const copy = () =>
    navigator.clipboard.writeText(new URL(`/u/${profile.public_uid}`, location.origin).href).then(
      () => toast.success(t('menu.copied')),
      () => toast.error(t('menu.copy_failed')),
    )
  return (
    <Menu
      trigger={<IconButton icon="ellipsis" label={t('menu.open', { name: profile.name })} />}
      items={[
        { label: t('menu.copy'), icon: 'link', onSelect: () => void copy() },
        { content: <Slot of={contract.slots['profile.menu']} props={{ memberId: profile.id, name: profile.name }} /> },
      ]}
    />
  )
}
