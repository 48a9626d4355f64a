@echo off
rem Runs the informant command. INFORMANT_JAVA_OPTS goes to the JVM.
setlocal
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" -version >nul 2>nul
if errorlevel 1 (
  echo informant: Java is not installed; install Java 17 or later, or set JAVA_HOME 1>&2
  exit /b 69
)
"%java%" -XX:+UseSerialGC %INFORMANT_JAVA_OPTS% -cp "%~dp0..\lib\*" dev.informant.cli.Main %*
exit /b %errorlevel%
