/** Built-in roles are named in the reader's language, own ones as their makers wrote them. */
import type { Translate } from '@atrium/sdk/web'
import type { Role } from '../api.ts'

export const roleName = (t: Translate, role: Pick<Role, 'key' | 'name' | 'is_builtin'>): string => (role.is_builtin ? t(`role.${role.key}`) : role.name)
