/** Which plugin is in which plan, for the owner of the platform. */
import { TIERS, type Tier } from '@atrium/sdk'
import { AdminPage, Badge, Card, Checkbox, DataTable, host, Icon, Query, Skeleton, toast, useRead, useT, useWrite } from '@atrium/sdk/web'
import communities from '@atrium/sdk/kernel/communities'
import type { TierRow } from '../api.ts'
import { pluginTitle } from '../frame/pluginWords.ts'

const { tiers: tiersRoute, updateTiers } = communities.routes

export default function Tiers() {
  const t = useT()
  const query = useRead(tiersRoute)
  return (
    <AdminPage name="communities/Tiers" title={t('admin.tiers')} text={t('tiers.text')} who="owner">
      <Query query={query} skeleton={<Skeleton w="100%" h={420} />}>
        {({ records }) => (
          <Card className="overflow-hidden">
            <DataTable
              label={t('admin.tiers')}
              rows={records.filter(({ shows }) => shows)}
              columns={[
                { key: 'title', title: t('tiers.plugin'), render: (row) => <PluginName row={row} /> },
                ...TIERS.map((tier) => ({
                  key: tier,
                  title: t(`tier.${tier}`),
                  className: 'text-center',
                  render: (row: TierRow) => <TierBox row={row} tier={tier} />,
                })),
              ]}
            />
          </Card>
        )}
      </Query>
    </AdminPage>
  )
}

function PluginName({ row }: { row: TierRow }) {
  const t = useT()
  return (
    <span className="flex items-center gap-2.5">
      <Icon name={row.icon} className="text-text-2" />
      <span className="font-medium">{pluginTitle(row)}</span>
      {row.kind === 'base' && <Badge>{t('plugins.base')}</Badge>}
    </span>
  )
}

function TierBox({ row, tier }: { row: TierRow; tier: Tier }) {
  const t = useT()
  const save = useWrite(updateTiers, {
    optimistic: (cache, { body }) =>
      cache.update(tiersRoute, undefined, ({ records }) => ({
        records: records.map((record) => (record.id === body.plugin ? { ...record, tiers: body.tiers } : record)),
      })),
    onSuccess: () => void host.refreshBoot(),
  })
  const turn = (on: boolean) =>
    save
      .mutateAsync({ body: { plugin: row.id, tiers: TIERS.filter((each) => (each === tier ? on : row.tiers.includes(each))) } })
      .catch((error) => toast.error(error.message))
  return (
    <Checkbox
      aria-label={t('tiers.box', { plugin: pluginTitle(row), tier: t(`tier.${tier}`) })}
      checked={row.kind === 'base' || row.tiers.includes(tier)}
      disabled={row.kind === 'base' || save.isPending}
      onChange={(on) => void turn(on)}
      className="align-middle"
    />
  )
}
