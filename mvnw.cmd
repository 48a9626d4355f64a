@echo off
rem Runs the installed Maven, 3.8 or later. Unlike ./mvnw it fetches none.
where mvn >nul 2>nul
if errorlevel 1 (
  echo mvnw: Maven is not installed, and mvnw.cmd does not download it; install Maven 3.8 or later, or use ./mvnw in a POSIX shell. 1>&2
  exit /b 1
)
call mvn %*
exit /b %errorlevel%
