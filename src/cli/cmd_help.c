#include <string.h>

#include "base/version.h"
#include "cli/print.h"

/* The man page and the completion come from the rows that the parser reads. */

static void man_option(struct builder *b, const struct option_row *r)
{
    builder_format(b, ".TP\n.B %s%s%s", r->shortest ? r->shortest : "", r->shortest ? ", " : "",
                   r->longest);
    if (r->argument) builder_format(b, " \\fI%s\\fR", r->argument);
    builder_format(b, "\n%s\n", r->doc);
}

static void print_man(struct builder *b)
{
    builder_format(b, ".TH DCPLAN 1 \"\" \"dcplan %s\"\n.SH NAME\n", DCPLAN_VERSION);
    builder_text(b, "dcplan \\- datacenter power and cooling capacity planner\n.SH SYNOPSIS\n");
    for (int i = 0; i < n_commands; i++)
        builder_format(b, "%s.B dcplan %s\n%s\n", i ? ".br\n" : "", commands[i].name,
                       commands[i].synopsis);
    builder_text(b, ".SH COMMANDS\n");
    for (int i = 0; i < n_commands; i++)
        builder_format(b, ".TP\n.B %s\n%s\n", commands[i].name, commands[i].doc);
    builder_text(b, ".SH OPTIONS\n");
    for (int i = 0; i < N_OPTION; i++) man_option(b, &option_rows[i]);
    builder_text(b, ".SH EXIT STATUS\n" EXIT_TEXT "\n.SH EXAMPLES\n.nf\n");
    for (int i = 0; i < n_commands; i++) builder_format(b, "%s\n", commands[i].examples);
    builder_text(b, ".fi\n");
}

/* Words that the synopsis begins with, one of which is to be given: "csv|urdb FILE". */
static void choices(struct builder *b, const char *synopsis)
{
    for (const char *s = synopsis; (*s >= 'a' && *s <= 'z') || *s == '|'; s++)
        builder_format(b, "%s%c", s == synopsis ? " " : "", *s == '|' ? ' ' : *s);
}

static void print_completion(struct builder *b)
{
    builder_text(b, "_dcplan() {\n  local word=${COMP_WORDS[COMP_CWORD]} list\n"
                    "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    list=\"");
    for (int i = 0; i < n_commands; i++) builder_format(b, "%s%s", i ? " " : "", commands[i].name);
    builder_text(b, "\"\n  else\n    case ${COMP_WORDS[1]} in\n");
    for (int i = 0; i < n_commands; i++) {
        builder_format(b, "      %s) list=\"", commands[i].name);
        choices(b, commands[i].synopsis);
        for (int o = 0; o < N_OPTION; o++)
            if (commands[i].options >> o & 1) builder_format(b, " %s", option_rows[o].longest);
        builder_text(b, "\" ;;\n");
    }
    builder_text(b,
                 "    esac\n  fi\n"
                 "  COMPREPLY=($(compgen -W \"$list\" -- \"$word\") $(compgen -f -- \"$word\"))\n"
                 "}\ncomplete -o filenames -F _dcplan dcplan\n");
}

int cmd_help(const struct args *x, struct arena *a, struct diags *ds)
{
    struct builder b = builder_new(a);
    const char *word = x->n_word ? x->word[0] : NULL;
    const struct command *c = NULL;
    if (word && !strcmp(word, "man"))
        print_man(&b);
    else if (word && !strcmp(word, "bash"))
        print_completion(&b);
    else if (word && !(c = args_command(word, a, ds)))
        return EXIT_USAGE;
    else if (c)
        print_help(&b, c);
    else
        print_help_all(&b);
    return print_out(&b, ds);
}
