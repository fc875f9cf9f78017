/** A limit as a bar: what is used of it, and in words what that means. */
import { Progress } from '@atrium/sdk/web'
import { usePlanWords } from './words.ts'

export function Meter({ limit, used, max, plan }: { limit: 'members' | 'spaces' | 'storage' | 'seats'; used: number; max: number | null; plan: string }) {
  const { t, number } = usePlanWords()
  const over = max !== null && used > max
  const near = max !== null && !over && used * 10 >= max * 9
  const tone = over ? 'text-danger' : near ? 'text-warning' : ''
  return (
    <div className="grid gap-1.5 text-13">
      <div className="flex justify-between gap-3">
        <span>{t(`limit.${limit}`)}</span>
        <span className="tabular-nums text-text-2">
          <strong className={`font-semibold ${over ? 'text-danger' : 'text-text'}`}>{number(used)}</strong>{' '}
          {max === null ? t('limit.of.any') : t(`limit.of.${limit}`, { max: number(max) })}
        </span>
      </div>
      {max !== null && <Progress thin value={Math.min(100, max === 0 ? 100 : (used / max) * 100)} label={`${plan}, ${t(`limit.${limit}`)}`} />}
      {over && <p className={tone}>{t(`limit.over.${limit}`, { by: number(Math.round((used - max) * 100) / 100), max: number(max) })}</p>}
      {near && <p className={tone}>{t(`limit.near.${limit}`)}</p>}
    </div>
  )
}
