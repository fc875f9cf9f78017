/** How the community stands in the public list. */
import {
  Avatar,
  Card,
  CardHead,
  Field,
  Form,
  host,
  Note,
  SaveBar,
  Select,
  SettingRow,
  Switch,
  Textarea,
  useEdits,
  useRead,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import contract, { CATEGORIES } from '../../contract.ts'
import { RecordFrame } from '../components/AdminFrame.tsx'

type Values = RouteReply<typeof contract.routes.listing>

export default function Listing() {
  const t = useT()
  const query = useRead(contract.routes.listing)
  return (
    <RecordFrame
      name="Listing"
      title="admin.discover"
      text={t('listing.text')}
      shown={{ to: '/discover', icon: 'compass', label: t('listing.open') }}
      query={query}
      height={320}
    >
      {(saved) => <Edited saved={saved} />}
    </RecordFrame>
  )
}

function Edited({ saved }: { saved: Values }) {
  const t = useT()
  const { community } = useSession()
  const write = useWrite(contract.routes.updateListing, { invalidates: [contract.routes.listing, contract.routes.discover] })
  const { value, set, errors, form, bar } = useEdits(saved, async ({ is_private: _fixed, ...changes }) => {
    await write.mutateAsync({ body: changes })
    void host.refreshBoot()
  })
  return (
    <Form {...form}>
      {saved.is_private && <Note tone="warning">{t('listing.private')}</Note>}
      <Card>
        <SettingRow
          title={t('listing.listed')}
          text={t('listing.listed_text')}
          control={(aria) => <Switch {...aria} checked={value.listed} disabled={saved.is_private && !value.listed} onChange={(listed) => set({ listed })} />}
        />
        <div className="grid gap-4 border-t px-4 py-4 desk:px-5">
          <Field label={t('listing.category')} className="max-w-[320px]" error={errors.category}>
            <Select
              value={value.category}
              onChange={(event) => set({ category: event.target.value as Values['category'] })}
              options={CATEGORIES.map((key) => ({ value: key, label: t(`category.${key}`) }))}
            />
          </Field>
          <Field label={t('listing.description')} help={t('listing.description_help')} aside={`${value.description.length} / 300`} error={errors.description}>
            <Textarea rows={3} maxLength={300} value={value.description} onChange={(event) => set({ description: event.target.value })} />
          </Field>
        </div>
      </Card>
      <Card>
        <CardHead title={t('listing.preview')} />
        <div className="flex gap-3 p-4 desk:p-5">
          <Avatar square size={48} name={community.name} id={community.id} src={community.branding.icon_url} />
          <div className="min-w-0">
            <p className="truncate text-17 font-semibold">{community.name}</p>
            <p className="text-13 text-text-3">{t(`category.${value.category}`)}</p>
            <p className="mt-2 max-w-[60ch] text-text-2">{value.description || t('discover.no_words')}</p>
          </div>
        </div>
      </Card>
      <SaveBar {...bar} />
    </Form>
  )
}
