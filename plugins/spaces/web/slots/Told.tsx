/** What a space that is sold holds, or is for while it holds nothing, and who runs it. */
import { Avatar, Badge, Card, Icon, useT } from '@atrium/sdk/web'
import type { Outside } from '../../contract.ts'

export default function Told({ outside: { holds, awaits, hosts } }: { outside: Outside }) {
  const t = useT()
  return (
    <>
      {(holds.length > 0 || awaits.length > 0) && (
        <section className="mb-4">
          <h2 className="mb-2 text-17">{t('outside.title')}</h2>
          {holds.length > 0 ? (
            <ul className="grid gap-1.5">
              {holds.map((text) => (
                <li key={text} className="flex items-center gap-2">
                  <Icon name="check" size="sm" className="flex-none text-text-3" />
                  {text}
                </li>
              ))}
            </ul>
          ) : (
            <Card className="p-4">
              <p className="text-text-2">{t('outside.awaits')}</p>
              <ul className="mt-2.5 flex flex-wrap gap-2">
                {awaits.map((text) => (
                  <li key={text}>
                    <Badge>{text}</Badge>
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </section>
      )}
      {hosts.length > 0 && (
        <section className="mb-4">
          <h2 className="mb-2.5 text-17">{t('outside.hosts')}</h2>
          <ul className="grid gap-3">
            {hosts.map(({ id, name, avatar_url }) => (
              <li key={id} className="flex items-center gap-3">
                <Avatar id={id} name={name} src={avatar_url} size={40} />
                <span className="font-semibold">{name}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
