/**
 * English words that say nothing of a log: articles, pronouns, prepositions, auxiliary verbs, and what is left of
 * their contractions (`don't` is `don` and `t`). Names of severities and methods of HTTP (GET beside POST) are not
 * among them: in a body they say something. Only words of three letters or more, as shorter ones are not counted anyway.
 */
export const STOP_WORDS: readonly string[] = `
about above across after again against ain all along already also although always among and another any anything
are aren around because been before being below between both but can cannot could couldn did didn does doesn doing
don done down during each either else etc ever every everything few for from further gets getting goes going
got had hadn has hasn have haven having hence her here hers herself him himself his how however into isn its itself
just let lets like many may maybe might more most much must mustn myself near need needs neither nor not nothing now
off often once one only onto other others otherwise our ours ourselves out over own per perhaps please quite rather
same shall shan she should shouldn since some something soon still such than that the their theirs them themselves
then there therefore these they thing things this those though three through thus too toward towards two under until
upon use used uses using very via was wasn well were weren what whatever when where whether which while who whole
whom whose why will with within without won would wouldn yes yet you your yours yourself
`.trim().split(/\s+/);
