/** `/members/profile_fields/manage`: where each field is asked and shown, all of them side by side. */
import { AdminPage, Checkbox, DataTable, EmptyState, LinkButton, Query, Skeleton, toast, useRead, useT, useWrite } from '@atrium/sdk/web'
import contract, { FIELD_PAGES, type FieldPage, type ProfileField } from '../../contract.ts'

const { routes } = contract
const LISTED = { query: { archived: false } }

export default function FieldPlaces() {
  const t = useT()
  const query = useRead(routes.fields, LISTED)
  const write = useWrite(routes.updateField, {
    invalidates: [routes.fields, routes.filterKit, routes.answers],
    onError: (error) => toast.error(error.message),
    optimistic: (cache, { params, body }) =>
      cache.update(routes.fields, LISTED, (reply) => ({
        ...reply,
        records: reply.records.map((field) => (field.id === Number(params.id) ? changed(field, body.profile_field) : field)),
      })),
  })
  const set = (field: ProfileField, change: Change) => write.mutate({ params: { id: field.id }, body: { profile_field: change } })
  const box = (field: ProfileField, label: string, checked: boolean, change: (on: boolean) => Change, disabled = false) => (
    <span className="inline-flex align-middle max-desk:m-1">
      <Checkbox aria-label={`${field.label}: ${label}`} checked={checked} disabled={disabled} onChange={(on) => set(field, change(on))} />
    </span>
  )
  return (
    <AdminPage
      name="members/FieldPlaces"
      title={t('fields.places')}
      text={t('fields.places_text')}
      who="members.manage"
      wide
      back={{ to: '/members/profile_fields', label: t('admin.fields') }}
    >
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={260} />}
        isEmpty={({ records }) => records.length === 0}
        empty={
          <EmptyState
            icon="list-checks"
            title={t('fields.none')}
            text={t('fields.none_text')}
            action={<LinkButton to="/members/profile_fields">{t('admin.fields')}</LinkButton>}
          />
        }
      >
        {({ records }) => (
          <DataTable
            label={t('fields.places')}
            rows={records}
            columns={[
              { key: 'label', title: t('fields.label'), render: ({ label }: ProfileField) => <span className="font-medium">{label}</span> },
              ...FIELD_PAGES.map((name) => ({
                key: name,
                title: t(`page.${name}`),
                render: (field: ProfileField) =>
                  box(
                    field,
                    t(`page.${name}`),
                    isOn(field, name),
                    (visible) => ({ pages_attributes: [{ name, visible }] }),
                    field.admin_only && name !== 'profile_view',
                  ),
              })),
              {
                key: 'required',
                title: t('fields.required'),
                render: (field: ProfileField) => box(field, t('fields.required'), field.required, (required) => ({ required })),
              },
              {
                key: 'admin',
                title: t('fields.admin_only'),
                render: (field: ProfileField) => box(field, t('fields.admin_only'), field.admin_only, (admin_only) => ({ admin_only })),
              },
            ]}
          />
        )}
      </Query>
    </AdminPage>
  )
}

type Change = { pages_attributes?: { name: FieldPage; visible: boolean }[]; required?: boolean; admin_only?: boolean }
const isOn = ({ pages }: ProfileField, name: FieldPage) => pages.some((page) => page.name === name && page.visible)
/** The boxes move at once; the server is told meanwhile. */
function changed(field: ProfileField, { pages_attributes = [], required = field.required, admin_only = field.admin_only }: Change): ProfileField {
  const pages = field.pages.map((page) => ({ ...page, visible: pages_attributes.find(({ name }) => name === page.name)?.visible ?? page.visible }))
  return { ...field, pages, required, admin_only }
}
