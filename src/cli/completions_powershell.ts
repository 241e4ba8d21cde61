import type { CompletionWords, FlagWords } from "./completion_words.ts";

/** A completion script for PowerShell 5.1 and later. Where it offers nothing, the shell offers files. */
export function powershellScript({ flags, commands }: CompletionWords): string {
  return `# Completions of weir for PowerShell: weir completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName weir -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = [ordered]@{
${commands.map(({ name, summary }) => `    ${quoted(name)} = ${quoted(summary)}`).join("\n")}
  }
  $operands = @{
${
    commands.flatMap(({ name, operands }) => operands ? [`    ${quoted(name)} = ${array(operands)}`] : [])
      .join("\n")
  }
  }
  $flags = @(
${flags.map((flag) => `    ${hash(flag)}`).join("\n")}
  )
  $own = @{
${commands.map(({ name, flags }) => `    ${quoted(name)} = @(${flags.map(hash).join("; ")})`).join("\n")}
  }
  $before = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
    ForEach-Object { $_.ToString() } | Select-Object -Skip 1)
  $command = $before | Where-Object { $commands.Contains($_) } | Select-Object -First 1
  $flags += $own[$(if ($command) { $command } else { ${quoted(commands[0].name)} })]
  $previous = if ($before.Count -gt 0) { $before[-1] } else { '' }
  $valued = $flags | Where-Object { $_.TakesValue -and ($_.Long -eq $previous -or ($_.Short -and $_.Short -ceq $previous)) } |
    Select-Object -First 1
  $offers = if ($valued) {
    $valued.Choices | ForEach-Object { @{ Text = $_; Help = $_ } }
  } elseif ($wordToComplete -like '-*') {
    $flags | ForEach-Object { @{ Text = $_.Long; Help = $_.Help } }
  } elseif (-not $command) {
    $commands.GetEnumerator() | ForEach-Object { @{ Text = $_.Key; Help = $_.Value } }
  } elseif ($operands.Contains($command)) {
    $operands[$command] | ForEach-Object { @{ Text = $_; Help = $_ } }
  }
  $offers | Where-Object { $_.Text -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_.Text, $_.Text, 'ParameterValue', $_.Help)
  }
}
`;
}

function hash({ long, short, help, value }: FlagWords): string {
  const parts = [
    `Long = ${quoted(long)}`,
    `Short = ${quoted(short ?? "")}`,
    `Help = ${quoted(help)}`,
    `TakesValue = ${value === null ? "$false" : "$true"}`,
    `Choices = ${array(value?.choices ?? [])}`,
  ];
  return `@{ ${parts.join("; ")} }`;
}

function array(words: readonly string[]): string {
  return `@(${words.map(quoted).join(", ")})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
