/** How the community stands in the public list. */
import { Avatar, Note, SettingsForm, SettingsPage, useRead, useSession, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

const { routes } = contract

export default function Listing() {
  const t = useT()
  const query = useRead(routes.listing)
  return (
    <SettingsPage
      name="community/Listing"
      title={t('admin.discover')}
      text={t('listing.text')}
      actions={[{ label: t('listing.open'), icon: 'compass', to: '/discover' }]}
      who="community.manage"
      query={query}
    >
      {(saved) => (
        <SettingsForm
          saved={saved}
          save={routes.updateListing}
          words="listing.settings"
          optionWords={(_, category) => t(`category.${category}`)}
          disabled={(field, { listed }) => field === 'listed' && saved.is_private && !listed}
          sections={({ value }) => [
            ...(saved.is_private ? [{ bare: <Note tone="warning">{t('listing.private')}</Note> }] : []),
            { fields: ['listed', 'category', 'description'] },
            { title: t('listing.preview'), fields: [<Preview key="preview" {...value} />] },
          ]}
        />
      )}
    </SettingsPage>
  )
}

function Preview({ category, description }: { category: string; description: string }) {
  const t = useT()
  const { community } = useSession()
  return (
    <div className="flex gap-3">
      <Avatar square size={48} name={community.name} id={community.id} src={community.branding.icon_url} />
      <div className="min-w-0">
        <p className="truncate text-17 font-semibold">{community.name}</p>
        <p className="text-13 text-text-3">{t(`category.${category}`)}</p>
        <p className="mt-2 max-w-[60ch] text-text-2">{description || t('discover.no_words')}</p>
      </div>
    </div>
  )
}
