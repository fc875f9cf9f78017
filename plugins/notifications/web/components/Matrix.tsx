/** Kinds by channels, with one switch a column for all; each group is closed at first and says how many of it are on. */
import { Card, CardHead, Checkbox, cx, Icon, useT } from '@atrium/sdk/web'
import { Fragment, useState } from 'react'
import { CHANNELS, type Channel, type Preferences, type SavePreferences, type Topic, TOPICS } from '../../contract.ts'

export function Matrix({ chosen, save }: { chosen: Preferences; save: SavePreferences }) {
  const t = useT()
  const [open, setOpen] = useState<Topic[]>([])
  const free = chosen.kinds.filter(({ required }) => !required)
  // what nobody switches stands last
  const topics = TOPICS.map((topic) => {
    const of = chosen.kinds.filter((kind) => kind.topic === topic)
    return { topic, kinds: [...of.filter(({ required }) => !required), ...of.filter(({ required }) => required)] }
  }).filter(({ kinds }) => kinds.length > 0)
  const flip = (medium: Channel, enabled: boolean, type?: string) =>
    save({ preferences: [{ medium, enabled, ...(type === undefined ? {} : { type }) }] }, (now) => ({
      ...now,
      preset: null,
      kinds: now.kinds.map((kind) =>
        kind.required || !kind.channels.includes(medium) || (type !== undefined && kind.type !== type) ? kind : { ...kind, [medium]: enabled },
      ),
    }))
  const head = 'px-1 py-2.5 text-center text-13 font-medium text-text-2'
  return (
    <Card>
      <CardHead title={t('matrix.title')} />
      <div className="overflow-x-auto">
        <table className="w-full text-start text-15">
          <thead>
            <tr className="border-y bg-surface-2">
              <th scope="col" className="px-5 py-2.5 text-13 font-medium text-text-2 max-desk:px-3">
                {t('matrix.kind')}
              </th>
              {CHANNELS.map((channel) => (
                <th key={channel} scope="col" className={`${head} w-24 max-desk:w-16`}>
                  {t(`matrix.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className="border-b">
              <th scope="row" className="px-5 py-1 font-medium max-desk:px-3">
                {t('matrix.all')}
              </th>
              {CHANNELS.map((channel) => {
                const having = free.filter(({ channels }) => channels.includes(channel))
                const on = having.filter((kind) => kind[channel]).length
                return (
                  <Cell
                    key={channel}
                    label={t('matrix.switch', { kind: t('matrix.all'), channel: t(`matrix.${channel}`) })}
                    checked={on === having.length && on > 0}
                    some={on > 0 && on < having.length}
                    onChange={(enabled) => flip(channel, enabled)}
                  />
                )
              })}
            </tr>
            {topics.map(({ topic, kinds }) => (
              <Fragment key={topic}>
                <tr className="border-t">
                  <th scope="row" className="p-0 text-start font-medium">
                    <button
                      type="button"
                      aria-expanded={open.includes(topic)}
                      className="flex min-h-11 w-full items-center gap-2.5 px-5 text-start hover:bg-hover max-desk:px-3"
                      onClick={() => setOpen((now) => (now.includes(topic) ? now.filter((one) => one !== topic) : [...now, topic]))}
                    >
                      <Icon name="chevron-down" size="sm" className={cx('text-text-3', !open.includes(topic) && '-rotate-90')} />
                      {t(`topic.${topic}`)}
                    </button>
                  </th>
                  {CHANNELS.map((channel) => (
                    <On key={channel} kinds={kinds} channel={channel} />
                  ))}
                </tr>
                {(open.includes(topic) ? kinds : []).map((kind) => (
                  <tr key={kind.type} className="hover:bg-hover">
                    <th scope="row" className="px-5 py-1 font-normal max-desk:px-3">
                      <span className="flex items-center gap-2.5">
                        <Icon name={kind.icon as 'bell'} size="sm" className="text-text-3 max-desk:hidden" />
                        {kind.name}
                        {kind.required && <span className="text-12 text-text-3">{t('matrix.required')}</span>}
                      </span>
                    </th>
                    {CHANNELS.map((channel) =>
                      kind.channels.includes(channel) ? (
                        <Cell
                          key={channel}
                          label={t('matrix.switch', { kind: kind.name, channel: t(`matrix.${channel}`) })}
                          checked={kind[channel]}
                          disabled={kind.required}
                          onChange={(enabled) => flip(channel, enabled, kind.type)}
                        />
                      ) : (
                        <td key={channel} className="text-center text-text-3">
                          –
                        </td>
                      ),
                    )}
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

/** How many of a group reach one by a channel. */
function On({ kinds, channel }: { kinds: Preferences['kinds']; channel: Channel }) {
  const t = useT()
  const having = kinds.filter(({ channels }) => channels.includes(channel))
  const on = having.filter((kind) => kind[channel]).length
  const of = { on, count: having.length }
  return (
    <td className="text-center text-13 tabular-nums text-text-2">
      {having.length > 0 ? (
        <span role="img" aria-label={t('matrix.on', { channel: t(`matrix.${channel}`), ...of })}>
          {t('matrix.count', of)}
        </span>
      ) : (
        '–'
      )}
    </td>
  )
}

interface CellProps {
  label: string
  checked: boolean
  some?: boolean
  disabled?: boolean
  onChange: (enabled: boolean) => void
}
const Cell = ({ label, checked, some = false, disabled = false, onChange }: CellProps) => (
  <td className="p-0 text-center">
    <span className="inline-grid size-11 place-items-center rounded-control hover:bg-press">
      <Checkbox aria-label={label} checked={checked} some={some} disabled={disabled} onChange={onChange} />
    </span>
  </td>
)
