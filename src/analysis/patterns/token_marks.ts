/** Tokens of a line that count for its shape; what follows is not looked at. */
export const MAX_TOKENS = 80;

/** Bits of a token's mark. The low byte is the byte of a punctuation token, the roles of a word, what touches a variable. */
export const VARIABLE = 0x100;
export const WORD = 0x200;
export const PUNCTUATION = 0x400;
/** White space stands before the token. */
export const SPACED = 0x800;
/** The word has a letter: it counts as constant text. */
export const LETTERED = 0x1000;
/** The word has an inner dot or is a single character: it is a name more often than a word. */
export const DOTTED = 0x2000;
/** A variable that stands where its pattern's first line had a constant. */
export const BLANKED = 0x4000;

/** Hashes of a token that is a variable, and what white space before a token adds to its hashes. */
export const VARIABLE_A = 0x3c6ef372;
export const VARIABLE_B = 0x1b2a7f19;
export const SPACED_A = 0x5851f42d;
export const SPACED_B = 0x2545f491;

/** Multipliers of the two polynomial hashes over the tokens, and where they start. */
export const STEP_A = 0x01000193 | 0;
export const STEP_B = 0x6c078965 | 0;
export const START_A = 0x811c9dc5 | 0;
export const START_B = 0x2f6e2b1 | 0;
