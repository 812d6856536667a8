// Empty: functions that are linked to have no body, which the compiler takes only where there is assembly.
