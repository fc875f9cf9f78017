/** What the community's people agree to: short, as a small club would write it. */

export const terms = `These terms are between you and the people who run Clay & Fire, a club of potters.

What you write and the pictures you post stay yours. By posting them you let the club show them to its members, and to visitors where a space is public. Delete them and they are gone here as well.

Be kind about pots and kinder about people. No advertising outside the spaces for it, nothing that is not yours, nothing that would get the club into court.

Recipes, firing schedules and advice are shared as they are. Kilns, glaze materials and electricity are dangerous; check with the maker and with a second book before you trust one of us.

Whoever breaks these rules is told so first and may be asked to leave. You may leave at any time, in your account, and take with you what you wrote.`

export const privacy = `We keep what you give us: your name, your e-mail address, your profile, and what you post. We keep what the site needs to work: when you signed in and from which device, for thirty days.

We sell nothing to anybody and show no advertising. E-mails come from us alone, and each of them has a link that stops them.

Everything lies on the club's own server. You can see it all in your account, take a copy along, and delete your account for good; what you wrote where others answered then stays under no name.

Questions go to the people who run the club: Marit and Callum, by direct message.`
